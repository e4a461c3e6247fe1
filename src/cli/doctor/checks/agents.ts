import type { KnownAgent } from '../../../app/known-agents/known-agent.ts'
import { knownAgents } from '../../../app/known-agents/known-agents.ts'
import { switchWords } from '../../../app/words/agent.ts'
import { programOnPath } from '../../../system/program-path.ts'
import type { Diagnosis, DoctorCheck, Surroundings } from '../doctor-check.ts'

export const agents: DoctorCheck = {
  name: 'agents',
  title: 'Agents on PATH',
  run(around) {
    const found = knownAgents.flatMap((agent) => {
      const path = pathOf(agent, around)
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

function pathOf({ programs }: KnownAgent, around: Surroundings): string | null {
  for (const { name } of programs) {
    const path = programOnPath(name, around)
    if (path !== null) return path
  }
  return null
}

function diagnosis({ name, programs, plans }: KnownAgent, path: string, { env }: Surroundings): Diagnosis {
  const words = programs[0]?.subcommand?.join(' ')
  const found = words === undefined ? path : `${path} ${words}`
  switch (plans.type) {
    case 'sent':
    case 'unknown':
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
