# SPDX-License-Identifier: MIT
# A part of both job scripts. slurm-study writes the settings before it: the variables that are not set here. It uses
# some of the functions itself.
# shellcheck shell=bash disable=SC2154
set -u

say() { echo "$(date '+%Y-%m-%d %H:%M:%S') $*"; }

# make_work NAME: sets work, a new folder on a disk of this node, and left_behind, those that killed jobs have left.
# SQLite may only write where its locks and shared memory work: never on a disk that machines share.
make_work() {
  local base=${local_folder:-${TMPDIR:-/tmp}} old
  [ -z "$local_folder" ] || mkdir -p -- "$base"
  if [ ! -w "$base" ]; then say "'$base' cannot be written; /tmp is used" && base=/tmp; fi
  case $(stat --file-system --format=%T -- "$base") in
    nfs* | lustre | gpfs | ceph | beegfs | fhgfs | panfs | cifs | smb* | afs | 9p | ocfs2 | gfs*)
      say "'$base' is on a disk that machines share; name one of this node with --local"
      exit 1
      ;;
  esac
  left_behind=()
  for old in "$base/mce-$key-$1".*; do
    [ -O "$old/lock" ] || continue
    if flock --nonblock "$old/lock" true; then left_behind+=("$old"); fi
  done
  work=$(mktemp -d -- "$base/mce-$key-$1.XXXXXX") || exit 1
  # mce inherits the lock: the folder is in use until the last of them has ended.
  exec 9>"$work/lock"
  flock 9
}

# put FROM TO: the shared file TO is replaced whole or not at all, also if two jobs do it at a time.
put() {
  local new
  new=$2.new-$(hostname)-$$
  cp -- "$1" "$new" && mv -f -- "$new" "$2" && return 0
  rm -f -- "$new"
  say "could not write $2"
  return 1
}

# in_background COMMAND WORD…: sets child. Without job control, the shell would start it with SIGINT ignored, and one
# that comes before the program has its handler would be lost.
in_background() {
  set -m
  "$@" &
  child=$!
  set +m
}

# named_in FILE: the files that it names in quotes, where they lie beside it.
named_in() {
  local name
  grep -o "\"[^\"]*\"\|'[^']*'" -- "$1" | sed 's/^.//; s/.$//' | while IFS= read -r name; do
    name=$(dirname -- "$1")/$name
    if [ -f "$name" ]; then printf '%s\n' "$name"; fi
  done
}

# digest_of PROTOCOL: SHA-256 of all that it says: of its text, of the problems that it names, and of their programs.
digest_of() {
  local problem
  [ -r "$1" ] || return 1
  {
    printf '%s\n' "$1"
    named_in "$1" | while IFS= read -r problem; do
      printf '%s\n' "$problem"
      named_in "$problem"
    done
  } | LC_ALL=C sort -u | xargs -d '\n' cat -- | sha256sum | cut -c 1-64
}
