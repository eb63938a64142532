# SPDX-License-Identifier: MIT
# The job script of a task, behind the settings and common.sh: makes one shard, and copies it into the shared folder.
# shellcheck shell=bash disable=SC2154

i=$SLURM_ARRAY_TASK_ID
shared=$folder/shard-$i-of-$shards.mce
tell() { say "shard $i/$shards: $*"; }

# The protocol and its problems are read where they lie, since the paths in them start in their folder. So they may have
# changed meanwhile, and then this would be a shard of another study.
digest_now=$(digest_of "$protocol")
if [ "$digest_now" != "$digest" ]; then
  tell "the protocol '$protocol', or a file that it names, was changed after it was submitted: its SHA-256 was" \
    "$digest, and is now ${digest_now:-unknown}. Nothing is computed; submit what is there now, or put back what was"
  exit 1
fi

stop=''
trap 'stop=requeue' INT # comes a minute before the time limit
trap 'stop=end' TERM    # comes when it is preempted, which puts it into the queue again, or cancelled

make_work "shard-$i"
file=$work/shard-$i-of-$shards.mce
runs_in() { "$mce" study status "$1" | sed -n 's/^  runs  *\([0-9]*\) of .*/\1/p'; }
# progress_of FILE: a number that grows with each run, and with each evaluation in the journals.
progress_of() {
  local runs evaluations
  runs=$(runs_in "$1" 2>/dev/null)
  evaluations=$(tail -q -n +2 -- "$1"-journals/*.jsonl 2>/dev/null | wc -l) # the first line of each is the plan
  echo $((${runs:-0} * 10 ** 12 + evaluations))
}

# copy_back FILE: a file, and the journals beside it, into the shared folder.
copy_back() {
  put "$1" "$shared" || return 1
  if [ -d "$1-journals" ]; then
    tar -C "$1-journals" -cf "$work/journals.tar" . && put "$work/journals.tar" "$shared-journals.tar" || return 1
  else
    rm -f -- "$shared-journals.tar"
  fi
  if [ -f "$1-workers.log" ]; then put "$1-workers.log" "$shared-workers.log"; fi
}

# is_frozen PID: whether all its threads are stopped.
is_frozen() { ! grep -h '^State:' /proc/"$1"/task/*/status | grep -qv '[Tt] ('; }

# While mce is stopped for a moment, the file and its log are what a kill would leave: SQLite can read that. Then mce
# goes on, and the copy is tidied up and put into the shared folder.
snapshot() {
  local copy=$work/copy/${file##*/} copied=false runs
  kill -STOP "$child" 2>/dev/null || return 0 # it has ended
  mkdir -- "$work/copy"
  for _ in {1..50}; do
    if is_frozen "$child"; then
      cp -r -- "$file"* "$work/copy/" && copied=true
      break
    fi
    sleep 0.1
  done
  kill -CONT "$child"
  rm -f -- "$copy-shm"
  if [ "$copied" = true ]; then
    runs=$(runs_in "$copy")
    if [ -n "$runs" ] && [ ! -s "$copy-wal" ] && copy_back "$copy"; then tell "copied, with $runs runs"; fi
  fi
  rm -rf -- "$work/copy"
}

# fetch: what copy_back has put into the shared folder.
fetch() {
  cp -- "$shared" "$file" || return 1
  if [ -e "$shared-journals.tar" ]; then
    tar --one-top-level="$file-journals" -xf "$shared-journals.tar" || return 1
  fi
  if [ -e "$shared-workers.log" ]; then cp -- "$shared-workers.log" "$file-workers.log"; fi
}

progress=0
if [ -e "$shared" ]; then
  fetch || {
    tell "could not copy what there is of it to $(hostname)"
    rm -rf -- "$work"
    exit 1
  }
  progress=$(progress_of "$file")
fi
echo "$digest" >"$work/digest"
# A task that was killed, or could not write into the shared folder, may have left more than was copied.
for old in ${left_behind[@]+"${left_behind[@]}"}; do
  left=$old/${file##*/}
  of=$(cat -- "$old/digest" 2>/dev/null)
  if [ -e "$left" ] && [ "$of" = "$digest" ] && [ "$(progress_of "$left")" -gt "$progress" ]; then
    rm -rf -- "$file"*
    mv -- "$left"* "$work/" || exit 1
    progress=$(progress_of "$file")
    tell "goes on with what an earlier task has left in $old"
  fi
  rm -rf -- "$old"
done
runs=''
if [ -e "$file" ]; then runs=$(runs_in "$file"); fi
tell "begins on $(hostname) with ${runs:-no} runs; restart ${SLURM_RESTART_COUNT:-0} of job" \
  "${SLURM_ARRAY_JOB_ID}_$i"
rm -f -- "$shared.done"

in_background "$mce" study run "$protocol" --shard "$i/$shards" --out "$file" \
  --threads "${SLURM_CPUS_PER_TASK:-$threads}" ${rerun:+"$rerun"} >"$work/said"
copied_at=$SECONDS
stopped_at=''
while kill -0 "$child" 2>/dev/null; do
  sleep 0.2 9>&- &
  wait $!
  if [ -n "$stop" ] && [ -z "$stopped_at" ]; then
    kill -INT "$child" 2>/dev/null # a second SIGINT would kill it
    stopped_at=$SECONDS
  elif [ -z "$stop" ] && [ $((SECONDS - copied_at)) -ge "$copy_every" ]; then
    if [ -e "$file" ]; then snapshot; fi
    copied_at=$SECONDS
  elif [ -n "$stopped_at" ] && [ $((SECONDS - stopped_at)) -ge 15 ]; then
    kill -KILL "$child" 2>/dev/null
  fi
done
wait "$child"
code=$?

# What else it says is how to go on with the local file, which is gone soon.
grep '^shard ' "$work/said" | sed "s| in $work/| in |"
runs=''
progress_before=$progress
if [ -e "$file" ]; then
  runs=$(runs_in "$file")
  progress=$(progress_of "$file")
  copy_back "$file" || {
    tell "its results are left on $(hostname) in $work; the next task of this shard there goes on with them"
    exit 1
  }
fi
rm -rf -- "$work"
if [ "$code" -eq 0 ]; then
  echo "$digest $shards" >"$shared.done"
  tell "complete, with $runs runs"
  exit 0
fi
tell "stopped (exit code $code); ${runs:-no} runs are kept"
if [ "$stop" = requeue ]; then
  # Without progress it would be requeued for ever.
  if [ "$progress" -le "$progress_before" ]; then
    tell "no run and no evaluation of a problem ended within the time limit; it needs a longer --time"
  else
    scontrol requeue "${SLURM_ARRAY_JOB_ID}_$i" && tell "waits in the queue again" && exit 0
    tell "could not be put into the queue again"
  fi
fi
exit "$code"
