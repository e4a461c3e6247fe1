// Lies over TCP and Unix sockets.
import { lyingAgents, type Answers, type Sent } from './agent.ts'
import { anyLies, drip, type Lie } from './lie.ts'

/** Lines over a socket: what of them is JSON is heard. */
function speaksLines(answers: Answers): Lie {
  return (socket, stage) => {
    let rest = ''
    socket.setEncoding('utf8')
    socket.on('data', (text: string) => {
      const lines = (rest + text).split('\n')
      rest = lines.pop() ?? ''
      for (const line of lines)
        for (const answer of answers(JSON.parse(line) as Sent, stage)) socket.write(`${answer}\n`)
    })
  }
}

export const lineLies: Readonly<Record<string, Lie>> = {
  ...anyLies,
  ...Object.fromEntries(Object.entries(lyingAgents).map(([name, answers]) => [name, speaksLines(answers)])),
  'drips an answer': (socket, stage) =>
    drip(socket, Buffer.from('{"jsonrpc":"2.0","id":0,"result":{"protocolVersion":1'), stage),
  'drips blanks for ever': (socket, stage) =>
    stage.keepOn(socket, () => {
      socket.write(' ')
      return true
    }),
  'hangs up in the middle of a line': (socket) =>
    void socket.once('data', () => socket.end('{"jsonrpc":"2.0","id":0,"resu')),
  'sends no text': (socket) =>
    void socket.once('data', () =>
      socket.write(Buffer.from([0xff, 0xfe, 0xc0, 0x0a, 0xed, 0xa0, 0x80, 0x0a])),
    ),
}
