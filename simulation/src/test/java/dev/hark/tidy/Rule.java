package dev.hark.tidy;

import com.sun.source.util.TreePathScanner;

/** One thing that every source keeps to. Its scanner walks a source and reports what does not. */
enum Rule {
    FILE_LENGTH,
    METHOD_LENGTH,
    PARAMETERS,
    TYPE_NAMES,
    LEFTOVERS,
    HEAD_COMMENT,
    API_COMMENTS,
    NO_SYNCHRONIZED,
    NO_SLEEP;

    Findings check(Source source) {
        Findings findings = new Findings(source);
        scanner(findings).scan(source.unit(), null);
        return findings;
    }

    private TreePathScanner<Void, Void> scanner(Findings findings) {
        return switch (this) {
            case FILE_LENGTH -> new SizeRules.FileLength(findings);
            case METHOD_LENGTH -> new SizeRules.MethodLength(findings);
            case PARAMETERS -> new SizeRules.Parameters(findings);
            case TYPE_NAMES -> new WordRules.TypeNames(findings);
            case LEFTOVERS -> new WordRules.Leftovers(findings);
            case HEAD_COMMENT -> new CommentRules.HeadComment(findings);
            case API_COMMENTS -> new CommentRules.ApiComments(findings);
            case NO_SYNCHRONIZED -> new ThreadRules.NoSynchronized(findings);
            case NO_SLEEP -> new ThreadRules.NoSleep(findings);
        };
    }
}
