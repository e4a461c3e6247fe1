import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { observedKinds } from '../../../src/sources/observed/observed-kinds.ts'
import { emptyFolder } from '../../support/empty-folder.ts'
import { placesIn } from '../../support/observed-session.ts'

test('each kind has a name of its own, and finds nothing in an empty home', async () => {
  expect(new Set(observedKinds.map(({ name }) => name)).size).toBe(observedKinds.length)
  for (const { find, name } of observedKinds) expect(await find(placesIn(emptyFolder())), name).toEqual([])
})

test('no kind recognises a folder of anything else, or what does not exist', async () => {
  const folder = emptyFolder()
  for (const { recognise, name } of observedKinds) {
    expect(await recognise(folder, placesIn(folder)), name).toBeNull()
    expect(await recognise(`${folder}/missing`, placesIn(folder)), name).toBeNull()
  }
})

test('of very many sessions the newest are found, as many as are asked for', async () => {
  const home = emptyFolder()
  const at = (...names: readonly string[]): string => {
    mkdirSync(path.join(home, ...names.slice(0, -1)), { recursive: true })
    return path.join(home, ...names)
  }
  const id = (number: number): string => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`
  for (let number = 0; number < 210; number++) {
    const record = JSON.stringify({ type: 'user', sessionId: id(number), cwd: '/home/me' })
    writeFileSync(at('.claude', 'projects', '-home-me', `${id(number)}.jsonl`), `${record}\n`)
    const meta = JSON.stringify({ type: 'session_meta', payload: { id: id(number), cwd: '/home/me' } })
    const rollout = `rollout-2026-01-01T00-00-00-${id(number)}.jsonl`
    writeFileSync(at('.codex', 'sessions', '2026', '01', '01', rollout), `${meta}\n`)
    const start = JSON.stringify({ type: 'session.start', data: { producer: 'copilot-agent' } })
    writeFileSync(at('.copilot', 'session-state', id(number), 'events.jsonl'), `${start}\n`)
    const entry = JSON.stringify({ method: 'session/update', params: {}, recordedAt: 1 })
    writeFileSync(at('.hydra-acp', 'sessions', id(number), 'history.jsonl'), `${entry}\n`)
    const update = JSON.stringify({ timestamp: 1, method: 'session/update', params: {} })
    writeFileSync(at('.grok', 'sessions', `%2F${number % 3}`, id(number), 'updates.jsonl'), `${update}\n`)
    writeFileSync(at('.acpx', 'sessions', `${id(number)}.stream.ndjson`), '')
  }
  for (const { find, name } of observedKinds) {
    if (name === 'tap' || name === 'trace') continue
    expect(await find(placesIn(home)), `sessions of ${name}, which the loop above makes`).toHaveLength(200)
    expect(await find(placesIn(home, { atMost: 5000 })), name).toHaveLength(210)
  }
})
