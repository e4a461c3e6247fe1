import { isAbsolute, join } from 'node:path/posix'
import { writeJson } from '../../../lib/json/write-json.ts'
import type { JsonObject } from '../../../protocol/wire/message.ts'
import type {
  DemoElicitation,
  DemoOption,
  DemoRequest,
  DemoStep,
  DemoSteps,
} from '../../scenario/scenario.ts'
import { replyToPrompt } from '../../scenario/reply.ts'
import { projectRoot, wait } from '../../scenario/steps.ts'
import { changedText, changePlan, planRef, planStep, streamSteps } from './plan-state.ts'
import { holds, jsonIn, objectIn, type Scene, sceneWith, setState, textIn } from './scene.ts'
import {
  type PlanChange,
  type ScriptOption,
  type ScriptStep,
  type ScriptValue,
  type StepKind,
  stepKindOf,
  type StepOf,
} from '../script.ts'

/**
 * The scenario's steps for the steps of a script. Each is computed when the one before it has been played, since it depends on the
 * changes that those before it have made.
 */
export function playSteps(steps: readonly ScriptStep[], scene: Scene): DemoSteps {
  return {
    *[Symbol.iterator]() {
      for (const step of steps) if (holds(step.when, scene.turn)) yield* playStep(step, scene)
    },
  }
}

function playStep(step: ScriptStep, scene: Scene): DemoSteps {
  const kind = stepKindOf(step)
  // Each player takes steps of its own kind, which the compiler cannot know here.
  return kind === null ? [] : (players[kind] as (step: ScriptStep, scene: Scene) => DemoSteps)(step, scene)
}

type Players = { readonly [K in StepKind]: (step: StepOf<K>, scene: Scene) => DemoSteps }

const players: Players = {
  wait: (step) => [wait(step.wait)],
  title: (step, scene) => [{ type: 'title', title: textIn(scene, step.title) }],
  say: (step, scene) => [{ type: 'say', text: textIn(scene, step.say) }],
  think: (step, scene) => [{ type: 'think', text: textIn(scene, step.think) }],
  caption: (step, scene) => [{ type: 'caption', text: textIn(scene, step.caption) }],
  plan: (step, scene) => sendPlan(step, scene),
  prepare: (step, scene) => scriptErrors(changePlan(scene, textIn(scene, step.prepare), step).errors),
  remove: (step, scene) => removePlan(step, scene),
  tool: (step, scene) => callTool(step, scene),
  ask: (step, scene) => [
    {
      type: 'ask',
      question: {
        toolCallId: callId(step, scene),
        title: textIn(scene, step.ask),
        kind: step.kind ?? 'other',
        text: textIn(scene, step.text ?? ''),
        ...placeOf(step, scene),
        options: step.options.map((option) => optionOf(option, scene)),
      },
    },
  ],
  propose: (step, scene) => proposePlan(step, scene),
  form: (step, scene) => [{ type: 'elicit', elicitation: formOf(step, scene) }],
  page: (step, scene) => [
    {
      type: 'elicit',
      elicitation: {
        mode: 'url',
        message: textIn(scene, step.page),
        url: textIn(scene, step.url),
        elicitationId: callId(step, scene),
        takesMs: Math.round((step.seconds ?? 1) * 1000),
        accepted: playSteps(step.accepted ?? [], scene),
        refused: playSteps(step.declined ?? [], scene),
      },
    },
  ],
  request: (step, scene) => [{ type: 'request', request: requestOf(step, scene) }],
  answers: (step, scene) => {
    setState(scene.turn, {
      answers: { ...scene.turn.memory.state.answers, ...objectIn(scene, step.answers) },
    })
    return []
  },
  set: (step, scene) =>
    Object.entries(step.set).map(([id, value]) => ({
      type: 'setting',
      id,
      value: typeof value === 'string' ? textIn(scene, value) : value,
    })),
  usage: ({ usage, size, cost }) => [
    { type: 'usage', used: usage, size, ...(cost === undefined ? {} : { cost }) },
  ],
  notice: ({ notice, severity = 'info', description }, scene) => [
    {
      type: 'notice',
      severity,
      title: textIn(scene, notice),
      ...(description === undefined ? {} : { description: textIn(scene, description) }),
    },
  ],
  subagent: ({ subagent, title, description, state }, scene) => [
    {
      type: 'subagent',
      name: textIn(scene, subagent),
      ...(title === undefined ? {} : { title: textIn(scene, title) }),
      ...(description === undefined ? {} : { description: textIn(scene, description) }),
      ...(state === undefined ? {} : { state }),
    },
  ],
  as: (step, scene) => [
    { type: 'as-subagent', name: textIn(scene, step.as), steps: playSteps(step.do, scene) },
  ],
  write: (step, scene) => fileSteps('write-file', { ...step, file: step.write }, scene),
  replace: (step, scene) => fileSteps('replace-file', { ...step, file: step.replace }, scene),
  delete: (step, scene) => [{ type: 'delete-file', file: textIn(scene, step.delete) }],
  stderr: (step, scene) => [{ type: 'stderr', text: `${textIn(scene, step.stderr)}\n` }],
  raw: (step, scene) => [{ type: 'raw-update', update: jsonIn(scene, step.raw) }],
  frame: (step, scene) => [{ type: 'line', text: writeJson(objectIn(scene, step.frame)) }],
  line: (step, scene) => [{ type: 'line', text: textIn(scene, step.line) }],
  play: (step, scene) => {
    const { parts } = scene.script
    const name = textIn(scene, step.play)
    const part = parts !== undefined && Object.hasOwn(parts, name) ? parts[name] : undefined
    if (part === undefined) return scriptErrors([`there is no part “${name}”`])
    return playSteps(part, sceneWith(scene, valuesIn(scene, step.with ?? {})))
  },
  for: (step, scene) => repeat(step, scene),
  reply: (step, scene) => replyToPrompt(textIn(scene, step.reply)),
  stop: (step) => [{ type: 'stop', stopReason: step.stop }],
  exit: (step) => [{ type: 'fail', status: step.exit }],
}

function scriptErrors(errors: readonly string[]): readonly DemoStep[] {
  return errors.map((text) => ({ type: 'stderr', text: `the script is wrong: ${text}\n` }))
}

function sendPlan(step: StepOf<'plan'>, scene: Scene): readonly DemoStep[] {
  const name = textIn(scene, step.plan)
  const { plan, errors } = changePlan(scene, name, step)
  if (plan === null) return scriptErrors(errors)
  const ref = planRef(scene, name, step.id)
  const sent = step.stream === undefined ? [planStep(ref, plan)] : streamSteps(ref, plan, step.stream)
  return [...scriptErrors(errors), ...sent]
}

function removePlan(step: StepOf<'remove'>, scene: Scene): readonly DemoStep[] {
  const name = textIn(scene, step.remove)
  const ref = planRef(scene, name, step.id)
  return ref.dialect === 'a'
    ? scriptErrors([`the plan “${name}” has no id, and cannot be removed`])
    : [{ type: 'plan-removed', plan: ref }]
}

function* callTool(step: StepOf<'tool'>, scene: Scene): Generator<DemoStep> {
  const toolCallId = callId(step, scene)
  const { kind = 'other', output, status = 'completed' } = step
  yield { type: 'tool-start', toolCallId, title: textIn(scene, step.tool), kind, ...placeOf(step, scene) }
  if (step.during === undefined) yield wait(step.seconds ?? 1)
  else yield* playSteps(step.during, scene)
  yield {
    type: 'tool-finish',
    toolCallId,
    status,
    ...(output === undefined ? {} : { output: textIn(scene, output) }),
  }
}

function proposePlan(step: StepOf<'propose'>, scene: Scene): readonly DemoStep[] {
  const text = textIn(scene, step.propose)
  return [
    {
      type: 'ask',
      question: {
        toolCallId: callId(step, scene),
        title: textIn(scene, step.title ?? 'Carry out this plan?'),
        kind: 'switch_mode',
        text,
        rawInput: { plan: text },
        options: step.options.map((option) => optionOf(option, scene)),
      },
    },
  ]
}

function formOf(step: StepOf<'form'>, scene: Scene): DemoElicitation {
  return {
    mode: 'form',
    message: textIn(scene, step.form),
    schema: objectIn(scene, step.schema),
    accepted(content) {
      setState(scene.turn, { answers: { ...scene.turn.memory.state.answers, ...content } })
      return playSteps(step.accepted ?? [], scene)
    },
    refused: playSteps(step.declined ?? [], scene),
  }
}

function requestOf(step: StepOf<'request'>, scene: Scene): DemoRequest {
  const { words } = step
  return {
    method: textIn(scene, step.request),
    params: objectIn(scene, step.params),
    outcomes: new Map(
      Object.entries(step.outcomes ?? {}).map(([outcome, steps]) => [outcome, playSteps(steps, scene)]),
    ),
    otherwise: playSteps(step.otherwise ?? [], scene),
    onAnswer(fields) {
      if (words === undefined) return
      const text = Object.hasOwn(fields, words) ? fields[words] : ''
      setState(scene.turn, { answers: { ...scene.turn.memory.state.answers, [words]: text } })
    },
  }
}

function optionOf({ id, name, kind, steps = [] }: ScriptOption, scene: Scene): DemoOption {
  return { id, name: textIn(scene, name), kind, leadsTo: playSteps(steps, scene) }
}

interface Placed {
  readonly path?: string
  readonly input?: JsonObject
}

function placeOf(
  { path, input }: Placed,
  scene: Scene,
): { readonly path?: string; readonly rawInput?: JsonObject } {
  const { root = projectRoot } = scene.script
  const filled = path === undefined ? undefined : textIn(scene, path)
  return {
    ...(filled === undefined ? {} : { path: isAbsolute(filled) ? filled : join(root, filled) }),
    ...(input === undefined ? {} : { rawInput: objectIn(scene, input) }),
  }
}

function callId({ id }: { readonly id?: string }, scene: Scene): string {
  return id === undefined ? `call-${++scene.turn.memory.calls}` : textIn(scene, id)
}

function valuesIn(scene: Scene, values: Readonly<Record<string, ScriptValue>>): Record<string, ScriptValue> {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      typeof value === 'string' ? textIn(scene, value) : value,
    ]),
  )
}

/** Several lists are iterated in parallel, to the end of the shortest. */
function* repeat(step: StepOf<'for'>, scene: Scene): Generator<DemoStep> {
  const lists = Object.entries(step.for).map(([name, over]) => ({ name, list: listOf(over, scene) }))
  const length = Math.min(...lists.map(({ list }) => list.length))
  for (let at = 0; at < length; at++) {
    const values = lists.map(({ name, list }) => [name, list[at] ?? ''] as const)
    yield* playSteps(step.do, sceneWith(scene, Object.fromEntries(values)))
  }
}

function listOf(over: readonly ScriptValue[] | string | number, scene: Scene): readonly ScriptValue[] {
  if (typeof over === 'number') return Array.from({ length: over }, (_, index) => index + 1)
  if (typeof over !== 'string') return over
  const value = Object.hasOwn(scene.values, over) ? scene.values[over] : undefined
  return typeof value === 'object' ? value : []
}

/** Writes a file. Its text is part of the script's state, since the next change may append to it. */
function fileSteps(
  type: 'write-file' | 'replace-file',
  change: Pick<PlanChange, 'text' | 'append' | 'tick'> & { readonly file: string },
  scene: Scene,
): readonly DemoStep[] {
  const file = textIn(scene, change.file)
  const { files } = scene.turn.memory.state
  const text = changedText(scene, files.get(file) ?? '', change)
  setState(scene.turn, { files: new Map(files).set(file, text) })
  return [{ type, file, text }]
}
