// The connection of a test to the process of its scripted agent.
import { createServer, type Socket } from 'node:net'
import path from 'node:path'
import { onTestFinished } from 'vitest'
import { changes, type Changes } from './changes.ts'
import { surroundings } from './surroundings.ts'

/** What the puppet tells: see programs/puppet.mjs. */
type Report =
  | {
      readonly type: 'started'
      readonly pid: number
      readonly argv: readonly string[]
      readonly cwd: string
      readonly env: Readonly<Record<string, string>>
    }
  | { readonly type: 'stdin'; readonly base64: string }
  | { readonly type: 'stdin-end' }
  | { readonly type: 'signal'; readonly signal: NodeJS.Signals }
  | { readonly type: 'broken-pipe'; readonly cause: string }
  | { readonly type: 'done'; readonly id: number }

export type Order =
  | { readonly order: 'stdout' | 'stderr'; readonly base64: string }
  | { readonly order: 'close-stdout' }
  | { readonly order: 'exit'; readonly code: number }

/** One process of the puppet, from its start to its end. */
export interface PuppetRun {
  readonly pid: number
  readonly cwd: string
  /** The variables that are about plans. */
  readonly env: Readonly<Record<string, string>>
  /** All bytes it was given on stdin so far. */
  stdin: Buffer
  hasStdinEnded: boolean
  isGone: boolean
  readonly signals: NodeJS.Signals[]
  kill(signal: NodeJS.Signals): void
  /** Resolves when the order was carried out; rejects when the process ends before. */
  order(order: Order): Promise<void>
}

export interface PuppetLine {
  readonly runs: readonly PuppetRun[]
  readonly changes: Changes
  /** Waits as `changes.until` does; where the program's time is the test's, it passes meanwhile. */
  readonly until: Changes['until']
}

/** Where puppets report to; each connection is a new run of the agent. Closed when the test ends. */
export async function puppetLine(): Promise<PuppetLine & { readonly socketPath: string }> {
  const socketPath = path.join(surroundings().folder, 'puppet')
  const runs: PuppetRun[] = []
  const moved = changes()
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    listen(socket, moved, (run) => runs.push(run))
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(socketPath, resolve)
  })
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy()
    await new Promise((resolve) => server.close(resolve))
  })
  return { socketPath, runs, changes: moved, until: moved.until }
}

function listen(socket: Socket, moved: Changes, began: (run: PuppetRun) => void): void {
  const done = new Set<number>()
  let orders = 0
  let run: PuppetRun | undefined
  const order = async (what: Order): Promise<void> => {
    const id = ++orders
    socket.write(`${JSON.stringify({ id, ...what })}\n`)
    await moved.until(
      () => {
        if (done.delete(id)) return true
        if (run?.isGone === true) throw new Error(`the agent ended before it did: ${what.order}`)
        return undefined
      },
      () => `the agent did not do: ${what.order} (does the app read its stdout?)`,
    )
  }
  const hear = (report: Report): void => {
    switch (report.type) {
      case 'started':
        run = {
          pid: report.pid,
          cwd: report.cwd,
          env: report.env,
          stdin: Buffer.alloc(0),
          hasStdinEnded: false,
          isGone: false,
          signals: [],
          kill: (signal) => process.kill(report.pid, signal),
          order,
        }
        return began(run)
      case 'stdin':
        if (run !== undefined) run.stdin = Buffer.concat([run.stdin, Buffer.from(report.base64, 'base64')])
        return
      case 'stdin-end':
        if (run !== undefined) run.hasStdinEnded = true
        return
      case 'signal':
        run?.signals.push(report.signal)
        return
      case 'done':
        done.add(report.id)
        return
      case 'broken-pipe':
        return
    }
  }
  let rest = ''
  socket.setEncoding('utf8')
  socket.on('data', (chunk: string) => {
    const lines = (rest + chunk).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) hear(JSON.parse(line) as Report)
    moved.changed()
  })
  socket.on('error', () => socket.destroy())
  socket.on('close', () => {
    if (run !== undefined) run.isGone = true
    moved.changed()
  })
}
