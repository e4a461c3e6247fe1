import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import { onTestFinished } from 'vitest'
import { Awaited, listen } from '../support.ts'

export interface Asked {
  readonly method: string
  readonly url: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

export interface Stream {
  /** null: the connection's stream. */
  readonly sessionId: string | null
  readonly headers: IncomingHttpHeaders
  readonly response: ServerResponse
}

export interface HttpPuppet {
  readonly address: string
  readonly asked: Awaited<Asked>
  readonly streams: Awaited<Stream>
  readonly deletes: Awaited<Asked>
  /** Stops listening and breaks all connections. */
  readonly close: () => Promise<void>
}

/** Answers a request in place of the server; false: the server answers it. */
export type Answer = (asked: Asked, response: ServerResponse) => boolean

export const initialized = '{"jsonrpc":"2.0","id":0,"result":{"protocolVersion":1}}'

/** A server of the transports' RFD. The test writes into its streams, and may answer requests itself. */
export async function httpPuppet(answer: Answer = () => false): Promise<HttpPuppet> {
  const puppet = {
    asked: new Awaited<Asked>(),
    streams: new Awaited<Stream>(),
    deletes: new Awaited<Asked>(),
  }
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const { method = '', url = '', headers } = request
      const asked = { method, url, headers, body: Buffer.concat(chunks).toString('utf8') }
      if (!answer(asked, response)) answerWell(asked, response)
    })
  })
  const answerWell = (asked: Asked, response: ServerResponse): void => {
    const { headers } = asked
    switch (asked.method) {
      case 'GET': {
        response.writeHead(200, { 'Content-Type': 'text/event-stream' }).flushHeaders()
        const sessionId = headers['acp-session-id']
        puppet.streams.push({
          sessionId: typeof sessionId === 'string' ? sessionId : null,
          headers,
          response,
        })
        break
      }
      case 'DELETE':
        response.writeHead(202).end()
        puppet.deletes.push(asked)
        break
      default:
        if (headers['acp-connection-id'] === undefined) {
          response.writeHead(200, { 'Content-Type': 'application/json', 'Acp-Connection-Id': 'c1' })
          response.end(initialized)
        } else response.writeHead(202).end()
    }
    puppet.asked.push(asked)
  }
  const address = `http://127.0.0.1:${await listen(server)}/acp`
  const close = async (): Promise<void> => {
    const closed = new Promise<void>((resolve) => {
      server.close(() => resolve())
    })
    server.closeAllConnections()
    await closed
  }
  onTestFinished(() => server.closeAllConnections())
  return { address, ...puppet, close }
}
