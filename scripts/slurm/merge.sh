# SPDX-License-Identifier: MIT
# The job script of the merge, behind the settings and common.sh: puts all shards that there are into one file.
# shellcheck shell=bash disable=SC2154

stop=''
trap 'stop=${stop:-requeue}' INT # comes a minute before the time limit
trap 'stop=${stop:-end}' TERM    # comes when it is preempted, which puts it into the queue again, or cancelled

make_work merge
trap 'rm -rf -- "$work"' EXIT
whole=$work/$(basename -- "$out")
is_in_use() {
  [ -s "$out-wal" ] || return 1
  say "$out is being written by another program: end it, then run slurm-study again"
}
# merged_in FILE: how many runs it has, and how many treatments are measured.
merged_in() { "$mce" study status "$1" | sed -n 's/^  \(runs\|treatments\)  *\([0-9]*\) of .*/\2 \1/p' | paste -sd,; }

is_in_use && exit 1
before='nothing'
if [ -e "$out" ]; then
  cp -- "$out" "$whole" || exit 1
  before=$(merged_in "$whole")
fi
files=()
unfinished=()
for ((i = 1; i <= shards; ++i)); do
  shard=shard-$i-of-$shards.mce
  [ "$(cat -- "$folder/$shard.done" 2>/dev/null)" = "$digest $shards" ] || unfinished+=("$i")
  [[ -e "$folder/$shard" && -z "$stop" ]] || continue
  cp -- "$folder/$shard" "$work/" || exit 1
  files+=("$shard")
done
say "merges ${#files[@]} of $shards shards on $(hostname); restart ${SLURM_RESTART_COUNT:-0} of job $SLURM_JOB_ID"
code=3
if [ -n "$stop" ]; then
  code=130
elif [ ${#files[@]} -gt 0 ]; then
  cd "$work" || exit 1
  "$mce" study merge "$(basename -- "$out")" "${files[@]}" --threads "${SLURM_CPUS_PER_TASK:-$threads}" --quiet &
  child=$!
  told=false
  while kill -0 "$child" 2>/dev/null; do
    sleep 1 9>&- &
    wait $!
    if [ -n "$stop" ] && [ "$told" = false ]; then
      kill -INT "$child" 2>/dev/null # a second SIGINT would kill it
      told=true
    fi
  done
  wait "$child"
  code=$?
  cd / || exit 1
fi

# An interrupted merge ends with 130. Its file is whole, too, and the next merge goes on with it.
after=$before
if [[ -e "$whole" && ( "$code" -eq 0 || "$code" -eq 3 || "$code" -eq 130 ) ]]; then
  after=$(merged_in "$whole")
  if [ "$code" -ne 130 ] || [ "$after" != "$before" ]; then
    is_in_use && exit 1
    put "$whole" "$out" || exit 1
  fi
fi
if [[ "$code" -eq 0 && ${#unfinished[@]} -gt 0 ]]; then
  say "what these shards have is complete, but the tasks ${unfinished[*]} failed: are the shards of an older protocol?"
  code=3
fi
if [ "$code" -eq 0 ]; then
  echo "$digest $shards" >"$folder/merge.done"
  say "complete: $out"
  exit 0
fi
if [ "$code" -eq 130 ]; then say "interrupted; before: $before, now: $after"; fi
if [ "$code" -eq 130 ] && [ "$stop" = requeue ]; then
  # Without progress it would be requeued for ever.
  if [ "$after" = "$before" ]; then
    say "nothing was merged within the time limit; it needs a longer --time"
  else
    scontrol requeue "$SLURM_JOB_ID" && say "waits in the queue again" && exit 0
    say "could not be put into the queue again"
  fi
fi
say "not complete (exit code $code). What each task said is in $folder/logs. To submit what is missing:"
printf '  cd %q && %s\n' "$from" "$again"
exit "$code"
