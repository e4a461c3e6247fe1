// What tests of `attach` have in common: a home with sessions of acpx, and what other programs write.
import { cpSync, utimesSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect } from 'vitest'
import { emptyFolder } from '../support/empty-folder.ts'
import { openInProcess, type InProcessAppOptions, type InProcessScreen } from '../support/in-process-app.ts'
import { virtualTime } from '../support/virtual-time.ts'

const recorded = fileURLToPath(new URL('../recordings/acpx', import.meta.url))
const size = { columns: 80, rows: 24 }
export const sizes = [
  [40, 12],
  [80, 24],
  [160, 50],
] as const

/** So long a change takes to be shown at most. */
export const soonMs = 1000

export interface Home {
  readonly folder: string
  /** The folder of acpx with its sessions. */
  readonly sessions: string
}

/** In seconds, as for the times of files. */
export const minutesAgo = (minutes: number): number => virtualTime().clock.wallMs() / 1000 - minutes * 60

/** A home with two sessions of acpx, changed two and five minutes ago. */
export function home(): Home {
  const folder = emptyFolder()
  const sessions = path.join(folder, '.acpx', 'sessions')
  cpSync(recorded, sessions, { recursive: true })
  const ago = (name: string, minutes: number): void => {
    const file = path.join(sessions, `${name}.stream.ndjson`)
    utimesSync(file, minutesAgo(minutes), minutesAgo(minutes))
  }
  ago('demo-permission-1', 2)
  ago('demo-subagents-1', 5)
  return { folder, sessions }
}

export interface Attaching extends Pick<InProcessAppOptions, 'answers' | 'env'> {
  readonly cwd?: string
  readonly args?: readonly string[]
  readonly columns?: number
  readonly rows?: number
  readonly hasPipedOutput?: boolean
}

export async function attach(
  { folder }: Home,
  { args = [], env = {}, ...rest }: Attaching = {},
): Promise<InProcessScreen> {
  return await openInProcess({
    ...size,
    ...rest,
    args: ['attach', ...args, ...(rest.hasPipedOutput === true ? [] : ['--no-animation'])],
    env: { HOME: folder, XDG_RUNTIME_DIR: path.join(folder, 'run'), ...env },
  })
}

export async function quit(screen: InProcessScreen): Promise<void> {
  screen.type('q')
  expect(await screen.exit()).toMatchObject({ code: 0 })
  expect(screen.modes()).toEqual([])
}

const message = (update: object, sessionId = 's1'): string =>
  `${JSON.stringify({ jsonrpc: '2.0', method: 'session/update', params: { sessionId, update } })}\n`
export const plan = (...steps: readonly string[]): string =>
  message({
    sessionUpdate: 'plan',
    entries: steps.map((content, at) => ({
      content,
      priority: 'medium',
      status: at === 0 ? 'in_progress' : 'pending',
    })),
  })
export const asking = (sessionId: string): string =>
  `${JSON.stringify({
    jsonrpc: '2.0',
    id: 70,
    method: 'session/request_permission',
    params: {
      sessionId,
      toolCall: { toolCallId: 't', title: 'Delete the branch?' },
      options: [{ optionId: 'yes', name: 'Yes', kind: 'allow_once' }],
    },
  })}\n`
