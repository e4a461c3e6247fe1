// What a full-screen program does to a terminal, without one: for the tests of the harness.
// Keys: q quits, l leaves without tidying up, b answers the background, others are echoed.
const write = (text) => process.stdout.write(text)
write('\x1b[?1049h\x1b[?25l\x1b[?2004h\x1b[>1u\x1b]2;a title\x07\x1b[2J\x1b[H')
if (process.stdin.isTTY) process.stdin.setRawMode(true)

const draw = () => write(`\x1b[H\x1b[31mready\x1b[0m ${process.stdout.columns}x${process.stdout.rows}   `)
draw()
process.stdout.on('resize', draw)
process.stdin.on('data', (chunk) => {
  const keys = chunk.toString()
  if (keys === 'q') {
    write('\x1b[<u\x1b[?2004l\x1b[?25h\x1b[?1049lgood bye\n')
    process.stdin.setRawMode(false)
    process.exit(3)
  }
  // SIGKILL: not even Node gets to put the terminal right.
  if (keys === 'l') process.kill(process.pid, 'SIGKILL')
  if (keys === 'b') return write('\x1b]11;?\x1b\\')
  if (keys === 't') return write('\x1b[?2026h\x1b[5Hhalf a frame')
  if (keys === 'u') return write('\x1b[5Hwhole frame \x1b[?2026l')
  write(`\x1b[3H\x1b[Kgot ${JSON.stringify(keys)}`)
})
