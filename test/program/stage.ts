import { existsSync, readFileSync } from 'node:fs'
import { expect, vi } from 'vitest'
import { openApp, type OpenAppOptions, type Screen } from '../support/open-app.ts'
import {
  scriptedAgent,
  type AppMessage,
  type Handshake,
  type Outlives,
  type ScriptedAgent,
} from '../support/scripted-agent.ts'

export interface StageOptions extends Omit<Partial<OpenAppOptions>, 'command'> {
  /** What the agent answers to the handshake; null: nothing yet. */
  readonly handshake?: Handshake | null
  /** Marks and sweeps show what just happened for a moment; without them a screen is the same on a slow machine. */
  readonly animation?: boolean
  readonly outlives?: readonly Outlives[]
}

/** The program on a terminal, watching an agent that does what the test says. */
export interface Stage {
  readonly agent: ScriptedAgent
  readonly screen: Screen
}

/** Opens both, with a session that is ready for a prompt. 80x24, still, unless told. Call it inside a test. */
export async function stage(options: StageOptions = {}): Promise<Stage> {
  const { handshake = {}, animation = false, outlives = [], args = [], ...rest } = options
  const agent = await scriptedAgent({ outlives })
  const screen = await openApp({
    columns: 80,
    rows: 24,
    ...rest,
    args: [...(animation ? [] : ['--no-animation']), ...args],
    command: agent.command,
  })
  if (handshake !== null) {
    await agent.answerHandshake(handshake)
    await screen.shows('No prompt was sent')
  }
  return { agent, screen }
}

/** The same with a turn that runs. */
export async function workingStage(
  options: StageOptions = {},
): Promise<Stage & { readonly turn: AppMessage }> {
  const agent = await scriptedAgent({ outlives: options.outlives ?? [] })
  const { handshake = {}, animation = false, outlives: _, args = [], ...rest } = options
  const screen = await openApp({
    columns: 80,
    rows: 24,
    ...rest,
    args: [...(animation ? [] : ['--no-animation']), '--prompt', 'go', ...args],
    command: agent.command,
  })
  await agent.answerHandshake(handshake ?? {})
  const turn = await agent.prompted()
  return { agent, screen, turn }
}

/**
 * Compares the whole screen with its golden; times that pass while a test runs are taken as zero. What a slow machine has still
 * to draw is waited for.
 */
export async function expectGolden(screen: Screen, name: string): Promise<void> {
  const shown = (): string => `${screen.text().split('\n').map(withoutTimes).join('\n')}\n`
  const golden = new URL(`golden/${name}.txt`, import.meta.url)
  const wanted = existsSync(golden) ? readFileSync(golden, 'utf8') : null
  if (wanted !== null) {
    const isThere = vi.waitUntil(() => shown() === wanted, { timeout: 5000, interval: 50 })
    // The comparison says it better.
    await isThere.catch(() => undefined)
  }
  await expect(shown()).toMatchFileSnapshot(`golden/${name}.txt`)
}

/**
 * `working 12s ◓` → `working 0s ◐`, with what stands at the right edge kept there. Steps that are done or
 * left lose their time: there is none when two updates come within a millisecond.
 */
function withoutTimes(row: string): string {
  const text = row
    .replace(/^(?<step> *›? *[✓◐] .*?) +(?:\d:\d\d|<1s)$/, '$<step>')
    .replace(/(?<words> {2}(?:\S+ )*)<1s(?= ?$)/, ' $<words>0s')
    .replaceAll('<1s', '0s')
    .replace(/\b\d:\d\d\b/g, '0:00')
    .replace(/ [◐◓◑◒]$/, ' ◐')
    .replace(/(?<working>working \d+s) [/\\-]$/, '$<working> |')
  const atRight = /^(?<left>.*?)(?<words> {2}(?:\S+ )*?)(?<seconds>\d+)s(?<sign> \S)?$/.exec(text)?.groups
  if (atRight === undefined) return text.replace(/\b\d+s\b/g, '0s')
  const { left = '', words = '', seconds = '', sign = '' } = atRight
  return `${left}${' '.repeat(seconds.length - 1)}${words}0s${sign}`
}

export interface EntryFields {
  readonly content: unknown
  readonly status?: unknown
  readonly priority?: unknown
}

/** Dialect a. Entries may be written `status content`. */
export function plan(...entries: readonly (EntryFields | string)[]): object {
  return { sessionUpdate: 'plan', entries: entries.map(entry) }
}

/** Dialects b (`id`), c and d (`planId`). */
export function planUpdate(body: object): object {
  return { sessionUpdate: 'plan_update', plan: body }
}

export function items(...entries: readonly (EntryFields | string)[]): object {
  return { type: 'items', entries: entries.map(entry) }
}

/** `done Read the parser` for what most entries are. */
export function entry(from: EntryFields | string): EntryFields {
  if (typeof from !== 'string') return from
  const [word = '', ...rest] = from.split(' ')
  const status = { done: 'completed', now: 'in_progress', todo: 'pending' }[word] ?? word
  return { content: rest.join(' '), status, priority: 'medium' }
}

export function said(text: string): object {
  return { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text } }
}
