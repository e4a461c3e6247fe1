import { existsSync, readFileSync } from 'node:fs'
import { expect } from 'vitest'
import { unfolded } from '../../.tools/folded-goldens.mjs'
import { differingRows } from '../support/differing-rows.ts'
import { inProcessAgent } from '../support/in-process-agent.ts'
import { openInProcess, type InProcessAppOptions, type InProcessScreen } from '../support/in-process-app.ts'
import { openApp, type OpenAppOptions, type PtyScreen, type Screen } from '../support/open-app.ts'
import type { ExtraEnv } from '../support/run-environment.ts'
import {
  scriptedAgent,
  type AppMessage,
  type Handshake,
  type Outlives,
  type ScriptedAgent,
} from '../support/scripted-agent.ts'
import { virtualTime } from '../support/virtual-time.ts'
import type { TerminalSize } from '../support/terminal.ts'

/** The modes of a terminal while the screen is shown and keys are read. */
export const screenModes = [
  'alternate-screen',
  'bracketed-paste',
  'colour-scheme-reports',
  'cursor-hidden',
  'mouse',
  'mouse-sgr',
  'no-wrap',
] as const

/** After this time keys are read, also if none was pressed. */
export const inkLoadedMs = 300

export interface StageOptions
  extends Partial<TerminalSize>, Pick<InProcessAppOptions, 'answers' | 'piped' | 'reported'> {
  readonly args?: readonly string[]
  readonly env?: ExtraEnv
  /** What the agent answers to the handshake; null: nothing yet. */
  readonly handshake?: Handshake | null
  /** Marks and sweeps show what just happened for a moment; without them a screen is the same whatever came before. */
  readonly animation?: boolean
  readonly outlives?: readonly Outlives[]
}

/** The program on a terminal, watching an agent that does what the test says. */
export interface Stage<Shown extends Screen = InProcessScreen> {
  readonly agent: ScriptedAgent
  readonly screen: Shown
}

/** A stage on which a turn runs. */
export interface WorkingStage<Shown extends Screen = InProcessScreen> extends Stage<Shown> {
  readonly turn: AppMessage
}

/** Opens both in this process, with a session that is ready for a prompt. 80x24, still, unless told. Call it inside a test. */
export async function stage(options: StageOptions = {}): Promise<Stage> {
  return await ready(await opened(options, []), options)
}

/** The same with a turn that runs. */
export async function workingStage(options: StageOptions = {}): Promise<WorkingStage> {
  return await working(await opened(options, ['--prompt', 'go']), options)
}

async function opened(options: StageOptions, more: readonly string[]): Promise<Stage> {
  const time = virtualTime()
  const agent = inProcessAgent(time, options.outlives)
  const screen = await openInProcess({ ...options, ...appOptions(options, more), time, agent })
  return { agent, screen }
}

export interface PtyStageOptions extends StageOptions, Pick<OpenAppOptions, 'jobControl'> {}

/** The same with a process for each of them, and a pseudo-terminal: for what happens between a program and its system. */
export async function ptyStage(options: PtyStageOptions = {}): Promise<Stage<PtyScreen>> {
  return await ready(await openedPty(options, []), options)
}

export async function workingPtyStage(options: PtyStageOptions = {}): Promise<WorkingStage<PtyScreen>> {
  return await working(await openedPty(options, ['--prompt', 'go']), options)
}

async function openedPty(options: PtyStageOptions, more: readonly string[]): Promise<Stage<PtyScreen>> {
  const agent = await scriptedAgent(options)
  const screen = await openApp({ ...options, ...appOptions(options, more), command: agent.command })
  return { agent, screen }
}

function appOptions(
  { columns = 80, rows = 24, env = {}, animation = false, args = [] }: StageOptions,
  more: readonly string[],
): TerminalSize & { readonly args: readonly string[]; readonly env: ExtraEnv } {
  return { columns, rows, env, args: [...(animation ? [] : ['--no-animation']), ...more, ...args] }
}

async function ready<Shown extends Screen>(
  set: Stage<Shown>,
  { handshake = {} }: StageOptions,
): Promise<Stage<Shown>> {
  if (handshake === null) return set
  await set.agent.answerHandshake(handshake)
  await set.screen.shows('No prompt was sent')
  return set
}

async function working<Shown extends Screen>(
  set: Stage<Shown>,
  { handshake }: StageOptions,
): Promise<WorkingStage<Shown>> {
  await set.agent.answerHandshake(handshake ?? {})
  return { ...set, turn: await set.agent.prompted() }
}

/**
 * Compares the whole screen of an idle program with its golden. A golden that begins with `like OTHER` holds only the
 * rows that differ from the golden OTHER, which holds a whole screen.
 */
export async function expectGolden(screen: InProcessScreen, name: string): Promise<void> {
  await screen.idle()
  const like = /^like (?<like>[^,]+),/.exec(goldenText(name))?.groups?.['like']
  const text = `${screen.text()}\n`
  const found = like === undefined ? text : `${differingRows(text, goldenText(like), like)}\n`
  await expect(found).toMatchFileSnapshot(`golden/${name}.txt`)
}

function goldenText(name: string): string {
  const file = new URL(`golden/${name}.txt`, import.meta.url)
  return existsSync(file) ? unfolded(readFileSync(file, 'utf8')) : ''
}

/** Quits, and looks whether anything is left. */
export async function quit(screen: Screen, code = 0): Promise<void> {
  screen.type('qq')
  expect(await screen.exit()).toMatchObject({ code })
  expect(screen.modes()).toEqual([])
  expect(screen.hasTerminalRestored()).toBe(true)
  await screen.surroundings.noProcesses()
}

/** Writes a prompt and sends it. */
export async function sendPrompt(screen: Screen, text: string): Promise<void> {
  await screen.press('enter').shows('enter send')
  screen.type(text)
  screen.press('enter')
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
