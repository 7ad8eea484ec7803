# Finds a JDK new enough for Hark. Sourced by build and hark; sets jdk, or ends the script with exit code 2.
#
# Looked at in this order: HARK_JDK, JAVA_HOME, then the folders of HARK_JDK_PATHS (separated by colons) if that is set,
# else the JDK on the PATH and the folders where JDKs are usually installed.

jdk_min=25

# Prints the feature version of the JDK in folder $1, or 0 where there is no full JDK.
jdk_version() {
  if [ -x "$1/bin/javac" ] && [ -r "$1/release" ]; then
    jdk_v=$(sed -n 's/^JAVA_VERSION="\([0-9]*\).*/\1/p' "$1/release")
    echo "${jdk_v:-0}"
  else
    echo 0
  fi
}

# Is there a JDK in folder $1 that is new enough? Then jdk is set to it.
jdk_accept() {
  [ -n "$1" ] && [ "$(jdk_version "$1")" -ge "$jdk_min" ] && jdk=$1
}

# Looks through the folders of HARK_JDK_PATHS.
jdk_search_listed() {
  jdk_ifs=$IFS
  IFS=:
  set -f
  for jdk_dir in $HARK_JDK_PATHS; do
    if jdk_accept "$jdk_dir"; then break; fi
  done
  set +f
  IFS=$jdk_ifs
}

# Looks at the JDK on the PATH, then through the folders where JDKs are usually installed.
jdk_search_usual() {
  jdk_javac=$(command -v javac 2>/dev/null) || jdk_javac=
  if [ -n "$jdk_javac" ]; then
    jdk_javac=$(readlink -f "$jdk_javac" 2>/dev/null || echo "$jdk_javac")
    if jdk_accept "$(dirname "$(dirname "$jdk_javac")")"; then return; fi
  fi
  for jdk_dir in /usr/lib/jvm/* /usr/java/* /opt/java/* /opt/jdk* \
      "${HOME:-}"/.sdkman/candidates/java/* "${HOME:-}"/.jdks/* "${HOME:-}"/.asdf/installs/java/* \
      "${HOME:-}"/.local/share/mise/installs/java/* \
      /Library/Java/JavaVirtualMachines/*/Contents/Home \
      "${HOME:-}"/Library/Java/JavaVirtualMachines/*/Contents/Home \
      /opt/homebrew/opt/openjdk*/libexec/openjdk.jdk/Contents/Home; do
    if jdk_accept "$jdk_dir"; then return; fi
  done
}

# Sets jdk to a suitable JDK, or says what is missing and ends the script.
find_jdk() {
  jdk=
  if [ -n "${HARK_JDK:-}" ] && ! jdk_accept "$HARK_JDK"; then
    echo "Hark needs JDK $jdk_min or newer, and HARK_JDK ($HARK_JDK) is not one." >&2
    exit 2
  fi
  [ -n "$jdk" ] || jdk_accept "${JAVA_HOME:-}" || :
  if [ -z "$jdk" ]; then
    if [ -n "${HARK_JDK_PATHS:-}" ]; then
      jdk_search_listed
      jdk_where="HARK_JDK_PATHS ($HARK_JDK_PATHS)"
    else
      jdk_search_usual
      jdk_where="the PATH and the folders where JDKs are usually installed (such as /usr/lib/jvm and ~/.sdkman)"
    fi
  fi
  if [ -z "$jdk" ]; then
    echo "Hark needs JDK $jdk_min or newer, and none was found in HARK_JDK, JAVA_HOME, $jdk_where:" \
      "install one from https://adoptium.net or with your package manager, or set HARK_JDK to its folder." >&2
    exit 2
  fi
}
