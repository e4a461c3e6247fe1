// What Hydra's daemon does with the history of a session: appends, moves the older lines to archives, goes back.
import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { emptyFolder } from '../../support/empty-folder.ts'
import { recordedLines } from '../../recordings/read-recording.ts'

export const startMs = Date.parse('2026-11-20T10:00:00Z')

export interface HydraStore {
  /** `HYDRA_ACP_HOME`. */
  readonly home: string
  readonly folder: string
  readonly history: string
  readonly id: string
  note(meta: object): void
  /** Appends an update; absent time: a second after the one before. */
  append(update: object, atMs?: number): void
  prompt(text: string): void
  /** Moves all but the last lines to the archive of a number; `sealed`: which is full then. */
  compact(kept: number, archive: number, sealed?: boolean): void
  /** Keeps the first lines only. */
  rewind(kept: number): void
  daemon(pid: number | null): void
}

export function hydraStore({ numbered = true, id = 'hydra_session_A1b2C3d4E5f6G7h8' } = {}): HydraStore {
  const home = emptyFolder()
  const folder = path.join(home, 'sessions', id)
  const history = path.join(folder, 'history.jsonl')
  mkdirSync(folder, { recursive: true })
  let seq = 0
  let lastMs = startMs
  const lines = (): readonly string[] => readFileSync(history, 'utf8').split(/(?<=\n)/)
  const store: HydraStore = {
    home,
    folder,
    history,
    id,
    note: (meta) =>
      writeFileSync(
        path.join(folder, 'meta.json'),
        JSON.stringify({
          version: 1,
          sessionId: id,
          upstreamSessionId: 'upstream-1',
          agentId: 'claude-code',
          cwd: '/home/me/parser',
          title: 'Split the parser',
          createdAt: '2026-11-20T10:00:00.000Z',
          updatedAt: '2026-11-20T10:00:00.000Z',
          ...meta,
        }),
      ),
    append(update, atMs = lastMs + 1000) {
      lastMs = atMs
      seq++
      const whole = { messageId: `m_${seq}`, ...update }
      const params = { sessionId: id, update: whole }
      const entry = { method: 'session/update', params, recordedAt: atMs, ...(numbered ? { seq } : {}) }
      appendFileSync(history, `${JSON.stringify(entry)}\n`)
    },
    prompt(text) {
      const prompt = [{ type: 'text', text }]
      store.append({ sessionUpdate: 'prompt_received', prompt, sentBy: { clientId: 'c1' } })
      const _meta = { 'hydra-acp': { compatFor: 'prompt_received' } }
      store.append({ sessionUpdate: 'user_message_chunk', content: prompt[0], _meta }, lastMs)
    },
    compact(kept, archive, sealed = false) {
      const all = lines()
      const file = path.join(folder, `history.jsonl.${archive}`)
      const before = existsSync(file) ? readFileSync(file, 'utf8') : ''
      writeFileSync(file, before + all.slice(0, -kept).join(''))
      if (sealed) {
        writeFileSync(`${file}.gz`, gzipSync(readFileSync(file)))
        rmSync(file)
      }
      writeFileSync(history, all.slice(-kept).join(''))
    },
    rewind: (kept) => writeFileSync(history, lines().slice(0, kept).join('')),
    daemon(pid) {
      const file = path.join(home, 'daemon.pid')
      if (pid === null) rmSync(file, { force: true })
      else writeFileSync(file, `${JSON.stringify({ pid, host: '127.0.0.1', port: 1 })}\n`)
    },
  }
  store.note({})
  return store
}

export function planOf(...steps: readonly string[]): object {
  const entries = steps.map((content, at) => ({
    content,
    priority: 'medium',
    status: at === 0 ? 'in_progress' : 'pending',
  }))
  return { sessionUpdate: 'plan', entries }
}

/** What Hydra broadcasts and does not keep. */
const states = /^(?:session_info|current_model|current_mode|available_commands|usage)_update$/

/** A recorded session of a real agent, as Hydra keeps it. */
export function recordedThrough(store: HydraStore, recording: string): void {
  for (const line of recordedLines(recording)) {
    const { dir, frame } = JSON.parse(line) as {
      dir: string
      frame: {
        method?: string
        result?: { stopReason?: string }
        params?: { update?: { sessionUpdate: string } }
      }
    }
    const update = frame.params?.update
    if (frame.method === 'session/prompt') store.prompt('Go on')
    else if (dir === 'agent>client' && frame.method === 'session/update' && update !== undefined) {
      if (!states.test(update.sessionUpdate)) store.append(update)
    } else if (frame.result?.stopReason !== undefined)
      store.append({ sessionUpdate: 'turn_complete', stopReason: frame.result.stopReason })
  }
}
