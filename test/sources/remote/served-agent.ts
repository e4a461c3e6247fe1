import { AcpServer } from '@agentclientprotocol/sdk/experimental/server'
import {
  createNodeHttpHandler,
  createNodeWebSocketUpgradeHandler,
} from '@agentclientprotocol/sdk/experimental/node'
import { agent, ndJsonStream, RequestError, type AgentApp } from '@agentclientprotocol/sdk/unstable'
import { createServer as createHttpServer } from 'node:http'
import { createServer, type Server, type Socket } from 'node:net'
import { join } from 'node:path'
import { Readable, Writable } from 'node:stream'
import { onTestFinished } from 'vitest'
import { WebSocketServer } from 'ws'
import { emptyFolder } from '../../support/empty-folder.ts'
import { listen } from './support.ts'

export type Way = 'ws' | 'http' | 'tcp' | 'unix'

export interface ServedAgent {
  readonly address: string
  /** The texts of all prompts that came in, over all connections. */
  readonly prompts: readonly string[]
  /** The agent is gone, with all connections to it; its sessions are not. */
  stop(): Promise<void>
  /** It runs again, at the same address. */
  start(): Promise<void>
}

export interface ServeOptions {
  /** Answers version 2 with an error, where others would offer version 1. */
  readonly refusesVersion2?: boolean
}

type Json = Record<string, unknown>

/** Whatever the client sends: the SDK's own parsers accept one version's shapes only. */
function asIs(params: unknown): Json {
  return params as Json
}

/** An agent of the official SDK, which sends a plan for each prompt, asks about it, and tells its plans again on a load. */
class SmallAgent {
  readonly prompts: string[] = []
  readonly #plans = new Map<string, unknown[]>()
  readonly #refusesVersion2: boolean

  constructor({ refusesVersion2 = false }: ServeOptions) {
    this.#refusesVersion2 = refusesVersion2
  }

  app(): AgentApp {
    return agent({ name: 'small' })
      .onRequest('initialize', asIs, ({ params }) => {
        if (this.#refusesVersion2 && params['protocolVersion'] !== 1) {
          throw new RequestError(-32_022, 'only version 1')
        }
        return {
          protocolVersion: 1,
          agentInfo: { name: 'small', version: '1' },
          agentCapabilities: { loadSession: true },
          authMethods: [],
        }
      })
      .onRequest('session/new', asIs, () => {
        const sessionId = `s${this.#plans.size + 1}`
        this.#plans.set(sessionId, [])
        return { sessionId }
      })
      .onRequest('session/load', asIs, async ({ params, client }) => {
        for (const update of this.#plansOf(params)) {
          await client.notify('session/update', { sessionId: params['sessionId'], update })
        }
        return {}
      })
      .onRequest('session/prompt', asIs, async ({ params, client }) => {
        const { sessionId } = params
        const content = (params['prompt'] as [{ text: string }])[0].text
        this.prompts.push(content)
        const update = {
          sessionUpdate: 'plan',
          entries: [{ content, priority: 'medium', status: 'in_progress' }],
        }
        this.#plansOf(params).push(update)
        await client.notify('session/update', { sessionId, update })
        const options = [
          { optionId: 'yes', name: 'Yes', kind: 'allow_once' },
          { optionId: 'no', name: 'No', kind: 'reject_once' },
        ]
        const toolCall = { toolCallId: 'call', title: `May I ${content}?` }
        const answer = await client.request('session/request_permission', { sessionId, toolCall, options })
        return { stopReason: JSON.stringify(answer).includes('yes') ? 'end_turn' : 'refusal' }
      })
  }

  #plansOf(params: Json): unknown[] {
    return this.#plans.get(String(params['sessionId'])) ?? []
  }
}

/** Serves an agent until the test is over, by the SDK's server where that has one for the way. */
export async function serveAgent(way: Way, options: ServeOptions = {}): Promise<ServedAgent> {
  const small = new SmallAgent(options)
  const listens = { port: 0, path: way === 'unix' ? join(emptyFolder(), 'agent.sock') : '' }
  let stop = async (): Promise<void> => await Promise.resolve()
  const start = async (): Promise<void> => {
    const sockets = new Set<Socket>()
    const { server, close } = way === 'ws' || way === 'http' ? serveWeb(small) : serveLines(small)
    server.on('connection', (socket: Socket) => {
      sockets.add(socket)
      socket.on('close', () => sockets.delete(socket))
    })
    if (way === 'unix') await new Promise<void>((resolve) => server.listen(listens.path, resolve))
    else if (listens.port === 0) listens.port = await listen(server)
    else await new Promise<void>((resolve) => server.listen(listens.port, '127.0.0.1', resolve))
    stop = async () => {
      const closed = new Promise((resolve) => {
        server.close(resolve)
      })
      await close()
      for (const socket of sockets) socket.destroy()
      await closed
    }
  }
  await start()
  onTestFinished(async () => await stop())
  const address = way === 'unix' ? `unix:${listens.path}` : `${way}://127.0.0.1:${listens.port}`
  return { address, prompts: small.prompts, start, stop: async () => await stop() }
}

interface Served {
  readonly server: Server
  readonly close: () => Promise<void>
}

function serveWeb(small: SmallAgent): Served {
  const acp = new AcpServer({ createAgent: () => small.app() })
  const server = createHttpServer(createNodeHttpHandler(acp))
  server.on('upgrade', createNodeWebSocketUpgradeHandler(acp, new WebSocketServer({ noServer: true })))
  return { server, close: async () => await acp.close() }
}

function serveLines(small: SmallAgent): Served {
  const server = createServer((socket) => {
    socket.on('error', () => undefined)
    const output = Writable.toWeb(socket) as WritableStream<Uint8Array>
    small.app().connect(ndJsonStream(output, Readable.toWeb(socket) as ReadableStream<Uint8Array>))
  })
  return { server, close: async () => await Promise.resolve() }
}
