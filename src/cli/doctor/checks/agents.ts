import { join } from 'node:path'
import type { KnownAgent } from '../../../app/known-agents/known-agent.ts'
import { knownAgents } from '../../../app/known-agents/known-agents.ts'
import { switchWords } from '../../../app/words/agent.ts'
import { readCommentedJson } from '../../../lib/json/json-fault.ts'
import { shortTime } from '../../../lib/text/duration.ts'
import { isObject, stringAt, objectAt, listIn } from '../../../protocol/wire/message.ts'
import { programOnPath } from '../../../system/program-path.ts'
import {
  good,
  hint,
  type Diagnosis,
  type DoctorCheck,
  type FoundKind,
  type Surroundings,
} from '../doctor-check.ts'

export const agents: DoctorCheck = {
  name: 'agents',
  title: 'Agents on PATH',
  run(around) {
    const found = knownAgents.flatMap((agent) => {
      const path = programOf(agent, around)
      return path === null ? [] : [agentFound(agent, path, around)]
    })
    if (found.length > 0) return found
    const start = 'acp-plan-tui -- npx @agentclientprotocol/claude-agent-acp'
    return [hint('agents', 'none of those that are known', `npx starts one without installing it: ${start}`)]
  },
}

function programOf({ programs }: KnownAgent, around: Surroundings): string | null {
  for (const { name } of programs) {
    const path = programOnPath(name, around)
    if (path !== null) return path
  }
  return null
}

function agentFound({ name, programs, plans }: KnownAgent, path: string, { env }: Surroundings): Diagnosis {
  const words = programs[0]?.subcommand?.join(' ')
  const found = words === undefined ? path : `${path} ${words}`
  switch (plans.type) {
    case 'sent':
    case 'unknown':
      return good(name, found)
    case 'never':
      return hint(name, found, `It sends plans to no client. ${plans.instead}`)
    case 'settings':
      return good(name, found, `It sends plans only with ${plans.setting}.`)
    case 'switched': {
      const isSet = (env[plans.by.variable] ?? '') !== ''
      const advice = `It sends plans only with ${switchWords(plans.by)}: this program sets that, editors need it in their settings.`
      return good(name, found, isSet ? `${plans.by.variable} is set here.` : advice)
    }
  }
}

export const sessions: DoctorCheck = {
  name: 'sessions',
  title: 'Sessions of the last day, for attach',
  async run({ sessions: find, nowMs, refusedTapFolders }) {
    const kinds = await find()
    const refused = refusedTapFolders().map((why) =>
      hint('folder of taps', why, 'No tap listens there, and attach looks for none in it.'),
    )
    return [...kinds.map((kind) => kindFound(kind, nowMs)), ...refused]
  },
}

function kindFound({ label, sessions: found }: FoundKind, nowMs: number): Diagnosis {
  const [newest] = found
  if (newest === undefined) return good(label, 'none')
  const where = newest.folder === null ? '' : ` in ${newest.folder}`
  const words = `${found.length}, the newest ${shortTime(nowMs - newest.changedAtMs, 'unit')} ago${where}`
  return good(label, words, `acp-plan-tui attach ${newest.id}`)
}

interface EditorSettings {
  readonly name: string
  readonly path: (around: Surroundings) => string
}

/**
 * Both have the agents under `agent_servers`, by name, each with `command` and `args`. Zed: https://zed.dev/docs/ai/external-agents,
 * JetBrains: https://www.jetbrains.com/help/ai-assistant/acp.html
 */
const editorSettings: readonly EditorSettings[] = [
  {
    name: 'Zed',
    path: ({ env, homeFolder, platform }) =>
      platform === 'win32'
        ? join(env['APPDATA'] ?? homeFolder, 'Zed', 'settings.json')
        : join(configFolder(env, homeFolder, platform), 'zed', 'settings.json'),
  },
  { name: 'JetBrains', path: ({ homeFolder }) => join(homeFolder, '.jetbrains', 'acp.json') },
]

export const editors: DoctorCheck = {
  name: 'editors',
  title: 'Editors',
  run(around) {
    const found = editorSettings.flatMap((editor) => editorFound(editor, around))
    return found.length === 0 ? [good('settings', 'none of Zed or JetBrains')] : found
  },
}

function configFolder(env: Surroundings['env'], homeFolder: string, platform: NodeJS.Platform): string {
  const given = env['XDG_CONFIG_HOME'] ?? ''
  return given === '' || platform === 'darwin' ? join(homeFolder, '.config') : given
}

const maxAgents = 50

function editorFound({ name, path: pathOf }: EditorSettings, around: Surroundings): readonly Diagnosis[] {
  const path = pathOf(around)
  const text = around.textOf(path)
  if (text === null) return []
  const read = readCommentedJson(text)
  const settings = read === null || !isObject(read.value) ? null : read.value
  if (settings === null) return [hint(name, `${path} is not JSON`, 'Correct it in the editor.')]
  const agents = Object.entries(objectAt(settings, 'agent_servers')).slice(0, maxAgents)
  if (agents.length === 0) return [good(name, `${path} has no agents of its own`)]
  return agents.map(([agent, server]) => {
    const subject = `${name}: ${agent}`
    return isBehindTap(server)
      ? good(subject, 'behind a tap', 'acp-plan-tui attach shows its plans while the editor runs it.')
      : good(subject, path, 'To see its plans here too, put acp-plan-tui tap -- before its command.')
  })
}

function isBehindTap(server: unknown): boolean {
  if (!isObject(server)) return false
  const nested = server['command']
  const command = isObject(nested) ? nested : server
  const program = stringAt(server, 'command') ?? stringAt(command, 'path') ?? ''
  const words = [program, ...listIn(command['args']).filter((word) => typeof word === 'string')]
  const at = words.findIndex((word) => /(?:^|[/\\@])acp-plan-tui(?:\.c?m?js|\.cmd)?$/.test(word))
  return at >= 0 && words[at + 1] === 'tap'
}
