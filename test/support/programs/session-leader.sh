# The shell of the terminal: starts the program as a user's shell would, and looks afterwards at the state it left.
#   session-leader.sh FOLDER program...
folder=$1
shift
# Traps with a command are not inherited: the program starts with the defaults. SIGHUP has none: when its terminal
# goes, a shell dies, and the kernel tells the program in the foreground.
trap : INT QUIT TERM
mkfifo "$folder/leave"
stty -g >"$folder/stty-before"
sh -c 'echo $$ >"$0/pid"; exec "$@"' "$folder" "$@"
status=$?
stty -g >"$folder/stty-after" 2>"$folder/stty-failed"
# What nobody has read would be typed into the shell.
stty -icanon -echo min 0 time 0 2>/dev/null && dd bs=4096 count=1 >"$folder/unread" 2>/dev/null
# Says its status behind all that was written, and stays until that was read: a terminal whose last process ends may lose its output.
printf '\033]7777;%s\007' "$status"
read -r _ <"$folder/leave"
exit $status
