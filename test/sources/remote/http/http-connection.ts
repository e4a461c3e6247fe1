import type { HttpPuppet, Stream } from './http-puppet.ts'
import { initialize, remote, request, type OpenedRemote, type StageOptions } from '../support.ts'

export interface Connected extends OpenedRemote {
  readonly stream: Stream
}

/** With the connection made, and its stream open. */
export async function connect(puppet: HttpPuppet, options: StageOptions = {}): Promise<Connected> {
  const opened = remote(puppet.address, options).open()
  opened.transport.send(initialize)
  const [stream] = await puppet.streams.count(1)
  await opened.received.count(1)
  return { ...opened, stream: stream as Stream }
}

/** A session of the agent's, with its stream. */
export async function openSession(
  puppet: HttpPuppet,
  { transport, stream }: Connected,
  sessionId = 's1',
): Promise<Stream> {
  transport.send(request(1, 'session/new', { cwd: '/', mcpServers: [] }))
  stream.response.write(`data: {"jsonrpc":"2.0","id":1,"result":{"sessionId":"${sessionId}"}}\n\n`)
  const isOpen = (opened: Stream): boolean => opened.sessionId === sessionId
  return (await puppet.streams.until((seen) => seen.some(isOpen))).find(isOpen) as Stream
}
