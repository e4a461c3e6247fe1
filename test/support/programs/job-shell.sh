# A shell of the terminal that knows jobs: starts the program as one, and when it has stopped does what it is told.
#   job-shell.sh FOLDER program...
folder=$1
shift
set -m
# What is typed while it has the terminal itself does not end it. Traps with a command are not inherited.
trap : INT QUIT TERM
# What the shell runs itself: a key that is meant for the program must not end it.
unharmed() (
  trap '' INT QUIT TSTP
  exec "$@"
)
mkfifo "$folder/orders" "$folder/leave"
stty -g >"$folder/stty-before"
sh -c 'echo $$ >"$0/pid"; exec "$@"' "$folder" "$@"
status=$?
while jobs >"$folder/jobs" && unharmed grep -qi -e stopped -e suspended -e sig "$folder/jobs"; do
  unharmed stty -g >"$folder/stty-stopped"
  echo "$status" >"$folder/stopped"
  read -r order <"$folder/orders"
  eval "$order"
  status=$?
done
unharmed stty -g >"$folder/stty-after" 2>"$folder/stty-failed"
# Says its status behind all that was written, and stays until that was read: a terminal whose last process ends may lose its output.
printf '\033]7777;%s\007' "$status"
read -r _ <"$folder/leave"
exit $status
