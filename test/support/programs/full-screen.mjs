// What a full-screen program does to a terminal, without one: for the tests of the harness.
// Keys: t and u write the halves of a frame, l leaves without tidying up.
const write = (text) => process.stdout.write(text)
write('\x1b[?1049h\x1b[?25l\x1b[?2004h\x1b[>1u\x1b]2;a title\x07\x1b[2J\x1b[H')
if (process.stdin.isTTY) process.stdin.setRawMode(true)

write(`\x1b[H\x1b[31mready\x1b[0m ${process.stdout.columns}x${process.stdout.rows}`)
process.stdin.on('data', (chunk) => {
  const keys = chunk.toString()
  // SIGKILL: not even Node gets to put the terminal right.
  if (keys === 'l') process.kill(process.pid, 'SIGKILL')
  if (keys === 't') return write('\x1b[?2026h\x1b[5Hhalf a frame')
  if (keys === 'u') return write('\x1b[5Hwhole frame \x1b[?2026l')
})
