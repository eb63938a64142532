# SPDX-License-Identifier: MIT
# A part of both job scripts. slurm-study writes the settings before it: the variables that are not set here.
# shellcheck shell=bash disable=SC2154
set -u

say() { echo "$(date '+%Y-%m-%d %H:%M:%S') $*"; }

# make_work NAME: sets work, a new folder on a disk of this node, and removes those that killed jobs have left.
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
  for old in "$base/mce-$key-$1".*; do
    [ -O "$old/lock" ] || continue
    if flock --nonblock "$old/lock" true; then rm -rf -- "$old"; fi
  done
  work=$(mktemp -d -- "$base/mce-$key-$1.XXXXXX") || exit 1
  # mce inherits the lock: the folder is in use until the last of them has ended.
  exec 9>"$work/lock"
  flock 9
}

# put FROM TO: the shared file TO is replaced whole or not at all.
put() {
  cp -- "$1" "$2.new" && mv -f -- "$2.new" "$2" && return 0
  rm -f -- "$2.new"
  say "could not write $2"
  return 1
}
