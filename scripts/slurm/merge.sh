# SPDX-License-Identifier: MIT
# The job script of the merge, behind the settings and common.sh: puts all shards that there are into one file.
# shellcheck shell=bash disable=SC2154

stop=''
trap 'stop=${stop:-requeue}' INT # comes some minutes before the time limit
trap 'stop=${stop:-end}' TERM    # comes when it is preempted, which puts it into the queue again, or cancelled

make_work merge
rm -rf -- ${left_behind[@]+"${left_behind[@]}"}
trap 'rm -rf -- "$work"' EXIT
whole=$work/$(basename -- "$out")
is_in_use() {
  [ -s "$out-wal" ] || return 1
  say "$out is being written by another program: end it, then run slurm-study again"
}
version_of_out() { stat --format='%i %s %y' -- "$out" 2>/dev/null; }
# merged_in FILE: how many runs it has, and how many treatments are measured.
merged_in() { "$mce" study status "$1" | sed -n 's/^  \(runs\|treatments\)  *\([0-9]*\) of .*/\2 \1/p' | paste -sd,; }

# merge FILE…: of the folder of work, into whole. Sets code.
merge() {
  cd "$work" || exit 1
  local child told=false
  in_background "$mce" study merge "${whole##*/}" "$@" --threads "${SLURM_CPUS_PER_TASK:-$threads}" \
    ${rerun:+"$rerun"} --quiet >said 2>errors
  while kill -0 "$child" 2>/dev/null; do
    sleep 0.2 9>&- &
    wait $!
    if [ -n "$stop" ] && [ "$told" = false ]; then
      kill -INT "$child" 2>/dev/null # a second SIGINT would kill it
      told=true
    fi
  done
  wait "$child"
  code=$?
  # The commands that it proposes are not for here: the files are gone soon.
  sed 's/; make \(it\|them\) with: .*//; /^The study is not complete\. /,$d' said
  cat errors
  cd / || exit 1
}

# leave_out SHARD: it is damaged. Its task begins anew when it is submitted again.
leave_out() {
  local number=${1#shard-} i
  number=${number%%-*}
  for i in "${!files[@]}"; do
    if [ "${files[i]}" = "$1" ]; then unset "files[i]"; fi
  done
  [[ " ${unfinished[*]-} " = *" $number "* ]] || unfinished+=("$number")
  rm -f -- "$folder/$1.done"
  mv -f -- "$folder/$1" "$folder/$1.damaged" || exit 1
  say "shard $number/$shards is left out: what there is of it is now $folder/$1.damaged"
}

is_in_use && exit 1
before='nothing'
version=$(version_of_out)
if [ -n "$version" ]; then
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
if [ -n "$stop" ]; then code=130; fi
while [[ ${#files[@]} -gt 0 && -z "$stop" ]]; do
  merge "${files[@]}"
  bad=$(sed -n "s/^mce: '[^']*\(shard-[0-9]*-of-$shards\.mce\)': \(damaged\|empty\|not a study\): .*/\1/p" "$work/errors")
  [[ "$code" -eq 1 && -n "$bad" ]] || break
  leave_out "$bad"
done

# What others have written into OUT since then is merged as well.
while [[ "$code" -eq 0 || "$code" -eq 3 ]]; do
  now=$(version_of_out)
  [ "$now" != "$version" ] || break
  say "$out has changed meanwhile; what it has now is merged, too"
  if [ -n "$now" ]; then
    is_in_use && exit 1
    cp -- "$out" "$work/changed" || exit 1
    merge changed
    [[ "$code" -eq 0 || "$code" -eq 3 ]] || break
  fi
  version=$now
done

# An interrupted merge ends with 130. Its file is whole, too, and the next merge goes on with it.
after=$before
if [ ! -e "$whole" ]; then
  :
elif [ "$(version_of_out)" != "$version" ]; then
  after='begun anew, since another program has written into it'
  if [ "$code" -ne 130 ]; then
    put "$whole" "$folder/merged.mce" && say "$out stays; what was merged from the shards is in $folder/merged.mce"
  fi
elif [[ "$code" -eq 0 || "$code" -eq 3 || "$code" -eq 130 ]]; then
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
