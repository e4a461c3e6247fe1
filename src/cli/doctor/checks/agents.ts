import { posix, win32 } from 'node:path'
import type { KnownAgent } from '../../../app/known-agents/known-agent.ts'
import { knownAgents } from '../../../app/known-agents/known-agents.ts'
import { switchWords } from '../../../app/wording/describe-plan-tools.ts'
import type { Diagnosis, DoctorCheck, Surroundings } from '../doctor-check.ts'

export const agents: DoctorCheck = {
  name: 'agents',
  title: 'Agents on PATH',
  run(around) {
    const folders = foldersOf(around)
    const found = knownAgents.flatMap((agent) => {
      const path = pathOf(agent, folders, around)
      return path === null ? [] : [diagnosis(agent, path, around)]
    })
    if (found.length > 0) return Promise.resolve(found)
    const none: Diagnosis = {
      subject: 'agents',
      health: 'hint',
      found: 'none of those that are known',
      advice:
        'npx starts one without installing it: acp-plan-tui -- npx @agentclientprotocol/claude-agent-acp',
    }
    return Promise.resolve([none])
  },
}

const maxFolders = 500

function foldersOf({ env, platform }: Surroundings): readonly string[] {
  const path = (platform === 'win32' ? (env['Path'] ?? env['PATH']) : env['PATH']) ?? ''
  return path
    .split(platform === 'win32' ? ';' : ':')
    .filter((folder) => folder !== '')
    .slice(0, maxFolders)
}

function pathOf(
  { programs }: KnownAgent,
  folders: readonly string[],
  { platform, isExecutable }: Surroundings,
): string | null {
  const { join } = platform === 'win32' ? win32 : posix
  const endings = platform === 'win32' ? ['.cmd', '.exe'] : ['']
  for (const { name } of programs)
    for (const folder of folders)
      for (const ending of endings) {
        const path = join(folder, `${name}${ending}`)
        if (isExecutable(path)) return path
      }
  return null
}

function diagnosis({ name, programs, plans }: KnownAgent, path: string, { env }: Surroundings): Diagnosis {
  const words = programs[0]?.subcommand?.join(' ')
  const found = words === undefined ? path : `${path} ${words}`
  switch (plans.type) {
    case 'sent':
      return { subject: name, health: 'good', found, advice: null }
    case 'never':
      return { subject: name, health: 'hint', found, advice: `It sends plans to no client. ${plans.instead}` }
    case 'switched': {
      const isSet = (env[plans.by.variable] ?? '') !== ''
      const advice = `It sends plans only with ${switchWords(plans.by)}: this program sets that, editors need it in their settings.`
      return {
        subject: name,
        health: 'good',
        found,
        advice: isSet ? `${plans.by.variable} is set here.` : advice,
      }
    }
  }
}
