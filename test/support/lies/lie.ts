// What a lie is: how a server answers a connection of its client.
import type { Socket } from 'node:net'

/** How a client comes to the server that lies. */
export type Way = 'tcp' | 'unix' | 'ws' | 'http'

/** What a lie has to work with, beside its connection. */
export interface Stage {
  /** The same numbers for the same seed, from 0 to 1. */
  readonly random: () => number
  /** The address of another host that notes who comes, and with what. */
  readonly elsewhere: string
  /** How much is poured out over a connection at most, where something goes on for ever. */
  readonly pourBytes: number
  /** Calls `run` every few milliseconds until the connection is over or it returns false. */
  readonly keepOn: (socket: Socket, run: () => boolean) => void
}

/** What is done to one connection. */
export type Lie = (socket: Socket, stage: Stage) => void

/** Breaks the connection without a goodbye. */
export function reset(socket: Socket): void {
  // A unix socket knows no other end.
  if (socket.remoteAddress === undefined) socket.destroy()
  else socket.resetAndDestroy()
}

/** Writes on as fast as the other side reads, until the connection is over or so much was poured as may be. */
export function pour(socket: Socket, piece: Buffer | string, { pourBytes }: Stage): void {
  let leftBytes = pourBytes
  const more = (): void => {
    while (socket.writable && leftBytes > 0) {
      leftBytes -= piece.length
      if (!socket.write(piece)) return
    }
  }
  socket.on('drain', more)
  more()
}

/** The bytes, one at a time. */
export function drip(socket: Socket, bytes: Buffer, { keepOn }: Stage): void {
  let at = 0
  keepOn(socket, () => {
    socket.write(bytes.subarray(at, at + 1))
    at++
    return at < bytes.length
  })
}

export function garbage(length: number, { random }: Stage): Buffer {
  return Buffer.from(Array.from({ length }, () => Math.floor(random() * 256)))
}

/** What may be done to any connection, whatever is spoken there. */
export const anyLies: Readonly<Record<string, Lie>> = {
  'hangs up at once': (socket) => socket.end(),
  'resets at once': (socket) => reset(socket),
  'says nothing': () => undefined,
  'resets when it is spoken to': (socket) => void socket.once('data', () => reset(socket)),
  'hangs up when it is spoken to': (socket) => void socket.once('data', () => socket.end()),
  'stops reading': (socket) => void socket.pause(),
  'sends garbage': (socket, stage) => {
    socket.write(garbage(100_000, stage))
  },
  'sends garbage and hangs up': (socket, stage) => void socket.end(garbage(1000, stage)),
  'sends garbage for ever': (socket, stage) => pour(socket, garbage(64 * 1024, stage), stage),
  'sends blank bytes for ever': (socket, stage) => pour(socket, Buffer.alloc(64 * 1024, ' '), stage),
  'sends line ends for ever': (socket, stage) => pour(socket, Buffer.alloc(64 * 1024, '\n'), stage),
  'sends bytes of zero for ever': (socket, stage) => pour(socket, Buffer.alloc(64 * 1024), stage),
  'is another protocol': (socket) => void socket.write('SSH-2.0-OpenSSH_9.6\r\n'),
  'greets like a mail server': (socket) => void socket.write('220 mail.example ESMTP\r\n'),
}
