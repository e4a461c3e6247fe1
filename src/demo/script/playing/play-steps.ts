import { isAbsolute, join } from 'node:path/posix'
import { writeJson } from '../../../lib/json/write-json.ts'
import type { JsonObject, ProtocolVersion } from '../../../protocol/wire/message.ts'
import {
  messageChunk,
  noticeUpdate,
  planUpdate,
  subagentUpdate,
  toolFinished,
  toolStarted,
  usageUpdate,
} from './updates.ts'
import type { ScriptValue, TextChange } from '../reading/script-values.ts'
import type { ScriptStep, ScriptSteps, StepKind, StepOf } from '../reading/step-schemas.ts'
import { stepKindsOf } from '../step-kinds.ts'
import {
  filled,
  holds,
  type Scene,
  sceneWith,
  setState,
  changedText,
  changePlan,
  planName,
  reportError,
} from './scene.ts'
import {
  addAnswers,
  askForm,
  askPage,
  askPermission,
  inSession,
  sendRequest,
  type Patience,
} from './asking.ts'

/** Why a turn ended. https://agentclientprotocol.com/protocol/prompt-turn#stop-reasons */
export type StopReason = StepOf<'stop'>['stop']

/** How a turn ends. `exit`: the process ends in the middle of it. */
export type DemoEnd =
  | { readonly type: 'turn'; readonly stopReason: StopReason }
  | { readonly type: 'exit'; readonly status: number }

export const finished: DemoEnd = { type: 'turn', stopReason: 'end_turn' }
const cancelled: DemoEnd = { type: 'turn', stopReason: 'cancelled' }

/** Plays the steps in order, until the last one, a `stop` or `exit`, or the turn's cancellation. */
export async function playSteps(steps: ScriptSteps, scene: Scene): Promise<DemoEnd> {
  if (scene.context.isCancelled()) return cancelled
  for (const step of steps) {
    if (!holds(step.when, scene.turn)) continue
    const end = await playStep(step, scene)
    if (end !== finished) return end
    if (scene.context.isCancelled()) return cancelled
  }
  return finished
}

async function playStep(step: ScriptStep, scene: Scene): Promise<DemoEnd> {
  const [kind] = stepKindsOf(step, stepKinds)
  if (kind === undefined) return finished
  // Each player takes steps of its own kind, which the compiler cannot know here.
  const player = players[kind] as (step: ScriptStep, scene: Scene) => unknown
  return ((await player(withValues(step, scene), scene)) as DemoEnd | undefined) ?? finished
}

/** Keys with steps in them, whose texts are filled when they are played, and those of values for them. */
const filledLater = ['do', 'during', 'accepted', 'declined', 'outcomes', 'otherwise', 'steps', 'for']

function withValues<T extends object>(step: T, scene: Scene): T {
  const fields = Object.entries(step).map(([key, value]: [string, unknown]) => {
    if (filledLater.includes(key)) return [key, value]
    return [
      key,
      key === 'options'
        ? (value as object[]).map((option) => withValues(option, scene))
        : filled(scene, value),
    ]
  })
  return Object.fromEntries(fields) as T
}

/** Gives the end of the turn where the step ends it, as `playSteps` does. */
type Player<K extends StepKind> = (step: StepOf<K>, scene: Scene) => Promise<DemoEnd | void> | DemoEnd | void

const players: { readonly [K in StepKind]: Player<K> } = {
  wait: (step, { context }) => context.wait(Math.round(step.wait * 1000)),
  title: ({ title }, { context }) => context.update({ sessionUpdate: 'session_info_update', title }),
  say: (step, scene) => sendMessage('say', step.say, scene),
  think: (step, scene) => sendMessage('think', step.think, scene),
  /** A comment for the audience, which is not part of the agent's message. */
  caption: ({ caption }, scene) => sendNotice({ notice: caption }, caption, scene),
  plan: (step, scene) => sendPlan(step, scene),
  prepare: (step, scene) => void changePlan(scene, step.prepare, step),
  remove: (step, scene) => removePlan(step, scene),
  tool: (step, scene) => callTool(step, scene),
  ask: (step, scene) => {
    const { ask: title, kind = 'other', text = '', options } = step
    return askAndPlay({ title, kind, text, options, ...placeOf(step, scene) }, step, scene)
  },
  propose: (step, scene) => {
    const { propose: text, title = 'Carry out this plan?', options } = step
    const call = { title, kind: 'switch_mode', path: undefined, rawInput: { plan: text } } as const
    return askAndPlay({ ...call, text, options }, step, scene)
  },
  form: async (step, scene) => playSteps(await askForm(step, scene), scene),
  page: async (step, scene) => playAnswer(await askPage(step, callId(step, scene), scene), scene),
  request: async (step, scene) => playAnswer(await sendRequest(step, scene), scene),
  answers: (step, scene) => addAnswers(scene, step.answers),
  async set(step, { context }) {
    for (const [id, value] of Object.entries(step.set)) await context.set(id, value)
  },
  usage: (step, { context }) => context.update(usageUpdate(step)),
  notice(step, scene) {
    const { notice, severity = 'info', description = [] } = step
    return sendNotice(step, `${severity}: ${[notice, description].flat().join('. ')}`, scene)
  },
  async subagent(step, { context }) {
    if (context.capabilities.subagents)
      await context.update(subagentUpdate(step, context.subagent(step.subagent).sessionId))
  },
  as(step, scene) {
    const { context } = scene
    if (!context.capabilities.subagents) return finished
    return playSteps(step.do, { ...scene, context: context.subagent(step.as) })
  },
  write: (step, scene) => scene.context.folder.write(step.write, fileText(step.write, step, scene)),
  replace: (step, scene) => scene.context.folder.replace(step.replace, fileText(step.replace, step, scene)),
  delete: (step, { context }) => context.folder.delete(step.delete),
  stderr: (step, { context }) => context.writeStderr(`${step.stderr}\n`),
  raw: (step, { context }) => context.update(step.raw),
  frame: (step, { context }) => context.line(inSession(writeJson(step.frame), context)),
  line: (step, { context }) => context.line(inSession(step.line, context)),
  play(step, scene) {
    const { parts = {} } = scene.script
    const part = Object.hasOwn(parts, step.play) ? parts[step.play] : undefined
    if (part === undefined) return reportError(scene, `there is no part “${step.play}”`)
    return playSteps(part, sceneWith(scene, step.with ?? {}))
  },
  for: (step, scene) => repeat(step, scene),
  reply(step, scene) {
    const { steps, values } = replyTo(step.reply, scene.context.version)
    return playSteps(steps, sceneWith(scene, values))
  },
  stop: (step) => ({ type: 'turn', stopReason: step.stop }),
  exit: (step) => ({ type: 'exit', status: step.exit }),
}

const stepKinds = Object.keys(players) as readonly StepKind[]

const chunkPauseMs = 40

/** Sends a message in chunks, as a model writes it. */
async function sendMessage(kind: 'say' | 'think', text: string, { context }: Scene): Promise<void> {
  const messageId = context.messageId()
  const characters = Array.from(text)
  for (let at = 0; at < characters.length && !context.isCancelled(); at += context.pieceLength) {
    if (at > 0) await context.wait(chunkPauseMs)
    const piece = characters.slice(at, at + context.pieceLength).join('')
    await context.update(messageChunk(kind, messageId, piece))
  }
}

/** A client that does not support notices gets a message, as codex does. */
async function sendNotice(step: StepOf<'notice'>, message: string, { context }: Scene): Promise<void> {
  await context.update(
    context.capabilities.notices
      ? noticeUpdate(step)
      : messageChunk('say', context.messageId(), `${message}\n\n`),
  )
}

async function sendPlan(step: StepOf<'plan'>, scene: Scene): Promise<void> {
  const { context } = scene
  const plan = changePlan(scene, step.plan, step)
  if (plan === null) return
  const name = planName(scene, step.plan, step.id)
  const send = (content: typeof plan): Promise<void> =>
    context.update(planUpdate(name, content, context.version, (file) => context.folder.uri(file)))
  if (step.stream === undefined || plan.type !== 'markdown') return send(plan)
  // Characters and not code units: half an emoji is an attack, and those are in the scenario `hostile`.
  const characters = Array.from(plan.text)
  const { characters: pieceLength, every } = step.stream
  for (let end = pieceLength; !context.isCancelled(); end += pieceLength) {
    await send({ type: 'markdown', text: characters.slice(0, end).join('') })
    if (end >= characters.length) return
    await context.wait(Math.round(every * 1000))
  }
}

function removePlan(step: StepOf<'remove'>, scene: Scene): Promise<void> | void {
  const name = planName(scene, step.remove, step.id)
  return name === null
    ? reportError(scene, `the plan “${step.remove}” has no id, and cannot be removed`)
    : scene.context.update({ sessionUpdate: 'plan_removed', ...name })
}

async function callTool(step: StepOf<'tool'>, scene: Scene): Promise<DemoEnd> {
  const { context } = scene
  const toolCallId = callId(step, scene)
  const { tool: title, kind = 'other', during = [{ wait: step.seconds ?? 1 }] } = step
  const call = { toolCallId, title, kind, ...placeOf(step, scene) }
  await context.update(toolStarted(call, context.version))
  const end = await playSteps(during, scene)
  if (end === finished) await context.update(toolFinished(call, step, context.version))
  return end
}

async function askAndPlay(
  asked: Omit<Parameters<typeof askPermission>[0], 'toolCallId'>,
  step: Patience & { readonly id?: string },
  scene: Scene,
): Promise<DemoEnd> {
  const question = { toolCallId: callId(step, scene), ...asked }
  return playAnswer(await askPermission(question, step, scene.context), scene)
}

function playAnswer(steps: ScriptSteps | null, scene: Scene): Promise<DemoEnd> | DemoEnd {
  return steps === null ? cancelled : playSteps(steps, scene)
}

/** The folder of the pretended project. Nothing is read or written there. */
const projectRoot = '/demo/parser'

function placeOf(
  { path, input }: { readonly path?: string; readonly input?: JsonObject },
  { script: { root = projectRoot } }: Scene,
): { readonly path: string | undefined; readonly rawInput: JsonObject | undefined } {
  return { path: path === undefined || isAbsolute(path) ? path : join(root, path), rawInput: input }
}

function callId({ id }: { readonly id?: string }, { turn }: Scene): string {
  return id ?? `call-${++turn.memory.calls}`
}

/** Several lists are iterated in parallel, to the end of the shortest. */
async function repeat(step: StepOf<'for'>, scene: Scene): Promise<DemoEnd> {
  const lists = Object.entries(step.for).map(([name, over]) => ({ name, list: listOf(over, scene) }))
  const length = Math.min(...lists.map(({ list }) => list.length))
  for (let at = 0; at < length; at++) {
    const values = lists.map(({ name, list }) => [name, list[at] ?? ''] as const)
    const end = await playSteps(step.do, sceneWith(scene, Object.fromEntries(values)))
    if (end !== finished) return end
  }
  return finished
}

function listOf(over: readonly ScriptValue[] | string | number, scene: Scene): readonly ScriptValue[] {
  if (typeof over === 'number') return Array.from({ length: over }, (_, index) => index + 1)
  if (typeof over !== 'string') return over
  const value = Object.hasOwn(scene.values, over) ? scene.values[over] : undefined
  return typeof value === 'object' ? value : []
}

/** The new text of a file. It is part of the script's state, since the next change may append to it. */
function fileText(file: string, change: TextChange, { turn }: Scene): string {
  const { files } = turn.memory.state
  const text = changedText(files.get(file) ?? '', change)
  setState(turn, { files: new Map(files).set(file, text) })
  return text
}

const entriesAtMost = 6
const charactersAtMost = 100

/**
 * A short turn for any prompt: its sentences become a checklist, which is then worked through. The sentences are `values`, since
 * slots in them must not be filled.
 */
function replyTo(
  text: string,
  version: ProtocolVersion,
): {
  readonly steps: ScriptSteps
  readonly values: Readonly<Record<string, string>>
} {
  const parts = partsOf(text).map((content, index) => ({ name: `part-${index}`, content }))
  const entries = [
    { content: 'Look at what is there' },
    ...parts.map(({ name }) => ({ content: `{{${name}}}`, priority: 'high' })),
    { content: 'Check the result', priority: 'low' },
  ]
  const work = [
    {
      tool: 'Search the project',
      id: 'reply-look',
      kind: 'search',
      output: '12 files',
      seconds: 0.9,
    } as const,
    ...parts.map(() => ({ wait: 1 })),
    { tool: 'npm test', id: 'reply-check', kind: 'execute', output: '214 passed', seconds: 0.9 } as const,
  ]
  /** The checklist while the entry at `current` is being worked on. */
  const list = (current: number): ScriptStep => ({
    raw: planUpdate(
      null,
      { type: 'items', entries: entries.map((entry, at) => ({ ...entry, status: statusAt(at - current) })) },
      version,
    ),
  })
  return {
    values: Object.fromEntries(parts.map(({ name, content }) => [name, content])),
    steps: [
      { say: 'I am the demo agent and only act the part, but this is how your words look as a plan.' },
      { wait: 0.4 },
      list(-1),
      { wait: 1 },
      ...work.flatMap((step, at) => [list(at), step]),
      list(work.length),
      { say: 'All of it is done, or would be.' },
    ],
  }
}

function statusAt(distance: number): string {
  return distance < 0 ? 'completed' : distance === 0 ? 'in_progress' : 'pending'
}

/** The sentences and clauses of a text, as contents of entries. */
function partsOf(text: string): readonly string[] {
  const parts = text
    .split(/\n|[.;,!?。、！？](?=\s|$|\P{ASCII})|\s(?:and|then)\s/u)
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .slice(0, entriesAtMost)
    .map(asEntry)
  return parts.length > 0 ? parts : ['Think about nothing in particular']
}

function asEntry(part: string): string {
  const characters = Array.from(part)
  const short =
    characters.length > charactersAtMost ? `${characters.slice(0, charactersAtMost - 1).join('')}…` : part
  return short.charAt(0).toUpperCase() + short.slice(1)
}
