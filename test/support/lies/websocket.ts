// Lies over WebSocket.
import { createHash } from 'node:crypto'
import type { Socket } from 'node:net'
import { lyingAgents, type Answers, type Sent } from './agent.ts'
import { anyLies, drip, garbage, pour, reset, type Lie, type Stage } from './lie.ts'

const text = 1
const close = 8
const ping = 9

/** A frame as a server writes it, or as it must not: with a mask, with reserved bits, with a length that is not so. */
function frame(
  opcode: number,
  payload: Buffer,
  { isFinal = true, reserved = 0, isMasked = false, saysBytes = payload.length } = {},
): Buffer {
  const head = [(isFinal ? 0x80 : 0) | (reserved << 4) | opcode]
  const mask = isMasked ? 0x80 : 0
  if (saysBytes < 126) head.push(mask | saysBytes)
  else if (saysBytes < 65_536) head.push(mask | 126, saysBytes >> 8, saysBytes & 255)
  else {
    const length = Buffer.alloc(8)
    length.writeBigUInt64BE(BigInt(saysBytes))
    head.push(mask | 127, ...length)
  }
  return Buffer.concat([Buffer.from(head), ...(isMasked ? [Buffer.alloc(4)] : []), payload])
}

function closing(code: number, reason = ''): Buffer {
  const payload = Buffer.alloc(2 + Buffer.byteLength(reason))
  payload.writeUInt16BE(code)
  payload.write(reason, 2)
  return frame(close, payload)
}

/** Reads a client's request for a WebSocket, and answers it with that; then `then` has the connection. */
function handshake(answer: (accept: string) => string, then: Lie): Lie {
  return (socket, stage) => {
    let head = ''
    const onData = (chunk: Buffer): void => {
      head += chunk.toString('latin1')
      if (!head.includes('\r\n\r\n')) return
      socket.off('data', onData)
      const key = /^sec-websocket-key: *(.*)$/im.exec(head)?.[1]?.trim() ?? ''
      const accept = createHash('sha1').update(`${key}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`).digest('base64')
      socket.write(answer(accept))
      then(socket, stage)
    }
    socket.on('data', onData)
  }
}

const switching = (accept: string): string =>
  `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accept}\r\n\r\n`

function opened(then: Lie): Lie {
  return handshake(switching, then)
}

function refusedWith(answer: string): Lie {
  return handshake(
    () => answer,
    () => undefined,
  )
}

/** The texts of a client's frames, which are masked and whole. */
function hear(socket: Socket, heard: (text: string) => void): void {
  let held = Buffer.alloc(0)
  socket.on('data', (chunk: Buffer) => {
    held = Buffer.concat([held, chunk])
    for (;;) {
      const short = (held[1] ?? 0) & 127
      const lengthBytes = short === 126 ? 2 : short === 127 ? 8 : 0
      const from = 2 + lengthBytes + 4
      if (held.length < from) return
      const size =
        lengthBytes === 0 ? short : held.readUIntBE(lengthBytes === 2 ? 2 : 4, lengthBytes === 2 ? 2 : 6)
      if (held.length < from + size) return
      const mask = held.subarray(from - 4, from)
      const payload = Buffer.from(held.subarray(from, from + size)).map(
        (byte, at) => byte ^ (mask[at % 4] ?? 0),
      )
      const opcode = (held[0] ?? 0) & 15
      held = held.subarray(from + size)
      if (opcode === text) heard(Buffer.from(payload).toString('utf8'))
      else if (opcode === close) socket.end(closing(1000))
    }
  })
}

function speaks(answers: Answers): Lie {
  return opened((socket, stage) =>
    hear(socket, (sent) => {
      for (const answer of answers(JSON.parse(sent) as Sent, stage))
        socket.write(frame(text, Buffer.from(answer)))
    }),
  )
}

function sends(...frames: readonly Buffer[]): Lie {
  return opened((socket) => void socket.write(Buffer.concat(frames)))
}

function pours(piece: Buffer): Lie {
  return opened((socket, stage) => pour(socket, piece, stage))
}

function repeated(one: Buffer, times: number): Buffer {
  return Buffer.concat(Array.from({ length: times }, () => one))
}

const codes = [
  0, 999, 1000, 1001, 1002, 1004, 1005, 1006, 1011, 1012, 1013, 1015, 2999, 3000, 3003, 4999, 5000, 65_535,
]

export const webSocketLies: Readonly<Record<string, Lie>> = {
  ...anyLies,
  ...Object.fromEntries(Object.entries(lyingAgents).map(([name, answers]) => [name, speaks(answers)])),
  ...Object.fromEntries(codes.map((code) => [`closes with ${code}`, sends(closing(code, 'because'))])),
  ...Object.fromEntries(
    [200, 204, 301, 400, 401, 403, 404, 418, 429, 500, 503, 599, 999].map((status) => [
      `refuses with ${status}`,
      refusedWith(`HTTP/1.1 ${status} Words\r\nContent-Type: text/plain\r\nContent-Length: 5\r\n\r\nwords`),
    ]),
  ),
  'accepts with a wrong key': handshake(
    () => switching('bm9uc2Vuc2U='),
    () => undefined,
  ),
  'accepts without a key': refusedWith(
    'HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n',
  ),
  'accepts extensions that were not asked for': handshake(
    (accept) =>
      switching(accept).replace('\r\n\r\n', '\r\nSec-WebSocket-Extensions: permessage-deflate\r\n\r\n'),
    () => undefined,
  ),
  'sends on to another host': (socket, stage) =>
    refusedWith(`HTTP/1.1 302 Found\r\nLocation: ${stage.elsewhere}\r\nContent-Length: 0\r\n\r\n`)(
      socket,
      stage,
    ),
  'refuses with a body without end': handshake(
    () => 'HTTP/1.1 503 No\r\nContent-Type: text/plain\r\n\r\n',
    (socket, stage) => pour(socket, 'no ', stage),
  ),
  'refuses and says nothing more': refusedWith(
    'HTTP/1.1 403 No\r\nContent-Type: text/plain\r\nContent-Length: 9\r\n\r\n',
  ),
  'drips the handshake': (socket, stage) => drip(socket, Buffer.from(switching('x'.repeat(1000))), stage),
  'has gigantic headers': refusedWith(
    `HTTP/1.1 101 Switching Protocols\r\nX: ${'x'.repeat(1_000_000)}\r\n\r\n`,
  ),
  'sends informal answers for ever': handshake(
    () => '',
    (socket, stage) => pour(socket, 'HTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\n', stage),
  ),
  'opens and says nothing': opened(() => undefined),
  'opens and resets': opened((socket) => reset(socket)),
  'opens and hangs up without a close': opened((socket) => socket.end()),
  'masks its frames': sends(frame(text, Buffer.from('{}'), { isMasked: true })),
  'sets reserved bits': sends(frame(text, Buffer.from('{}'), { reserved: 7 })),
  'uses an unknown opcode': sends(frame(5, Buffer.from('{}'))),
  'goes on with what never began': sends(frame(0, Buffer.from('{}'))),
  'closes with a byte': sends(frame(close, Buffer.from([3]))),
  'closes with no text': sends(frame(close, Buffer.from([3, 232, 0xff, 0xfe]))),
  'sends text that is none': sends(frame(text, Buffer.from([0xff, 0xc0, 0x80, 0xed, 0xa0, 0x80]))),
  'sends binary frames': sends(frame(2, Buffer.from('{"jsonrpc":"2.0"}')), frame(2, Buffer.alloc(10))),
  'sends empty frames for ever': pours(repeated(frame(text, Buffer.alloc(0)), 1000)),
  'says that a frame has 4 GB': sends(frame(text, Buffer.from('{'), { saysBytes: 2 ** 32 })),
  'says that a frame has 2 ** 53 bytes': sends(frame(text, Buffer.from('{'), { saysBytes: 2 ** 53 })),
  'sends a frame without end': opened((socket) => {
    socket.write(frame(text, Buffer.alloc(0), { saysBytes: 60_000_000 }))
    socket.write(Buffer.alloc(1000, ' '))
  }),
  'sends a message of tiny fragments': opened((socket, stage) => {
    socket.write(frame(text, Buffer.from('"'), { isFinal: false }))
    pour(socket, repeated(frame(0, Buffer.from('x'), { isFinal: false }), 10_000), stage)
  }),
  'sends a ping that is too long': sends(frame(ping, Buffer.alloc(1000))),
  'pings for ever and never reads': opened((socket, stage) => {
    socket.pause()
    pour(socket, repeated(frame(ping, Buffer.alloc(125)), 500), stage)
  }),
  'pings for ever': opened((socket, stage) => {
    socket.resume()
    pour(socket, repeated(frame(ping, Buffer.from('x')), 10), stage)
  }),
  'opens and sends garbage': opened((socket, stage) => void socket.write(garbage(1000, stage))),
  'opens and drips a frame': opened((socket, stage: Stage) =>
    drip(socket, frame(text, Buffer.from('{"jsonrpc":"2.0","id":0,"result":{}')), stage),
  ),
}
