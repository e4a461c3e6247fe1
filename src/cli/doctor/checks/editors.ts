import { join } from 'node:path'
import { readCommentedJson } from '../../../lib/json/json-fault.ts'
import { isObject, stringAt } from '../../../protocol/wire/message.ts'
import type { Diagnosis, DoctorCheck, Surroundings } from '../doctor-check.ts'

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
    const found = editorSettings.flatMap((editor) => diagnose(editor, around))
    const none: Diagnosis = {
      subject: 'settings',
      health: 'good',
      found: 'none of Zed or JetBrains',
      advice: null,
    }
    return Promise.resolve(found.length === 0 ? [none] : found)
  },
}

function configFolder(env: Surroundings['env'], homeFolder: string, platform: NodeJS.Platform): string {
  const given = env['XDG_CONFIG_HOME'] ?? ''
  return given === '' || platform === 'darwin' ? join(homeFolder, '.config') : given
}

const maxAgents = 50

function diagnose({ name, path: pathOf }: EditorSettings, around: Surroundings): readonly Diagnosis[] {
  const path = pathOf(around)
  const text = around.textOf(path)
  if (text === null) return []
  const read = readCommentedJson(text)
  const settings = read === null || !isObject(read.value) ? null : read.value
  if (settings === null)
    return [
      { subject: name, health: 'hint', found: `${path} is not JSON`, advice: 'Correct it in the editor.' },
    ]
  const servers = settings['agent_servers']
  const agents = isObject(servers) ? Object.entries(servers).slice(0, maxAgents) : []
  if (agents.length === 0)
    return [{ subject: name, health: 'good', found: `${path} has no agents of its own`, advice: null }]
  return agents.map(([agent, server]) => {
    const isTapped = isBehindTap(server)
    return {
      subject: `${name}: ${agent}`,
      health: 'good',
      found: isTapped ? 'behind a tap' : path,
      advice: isTapped
        ? 'acp-plan-tui attach shows its plans while the editor runs it.'
        : 'To see its plans here too, put acp-plan-tui tap -- before its command.',
    }
  })
}

function isBehindTap(server: unknown): boolean {
  if (!isObject(server)) return false
  const nested = server['command']
  const command = isObject(nested) ? nested : server
  const args = command['args']
  const words = [
    stringAt(server, 'command') ?? stringAt(command, 'path') ?? '',
    ...(Array.isArray(args) ? (args as readonly unknown[]).filter((word) => typeof word === 'string') : []),
  ]
  const at = words.findIndex((word) => /(?:^|[/\\@])acp-plan-tui(?:\.c?m?js|\.cmd)?$/.test(word))
  return at >= 0 && words[at + 1] === 'tap'
}
