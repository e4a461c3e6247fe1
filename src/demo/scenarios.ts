import type { Script } from './script/reading/script-schema.ts'
import { scriptedScenario, type DemoScenario } from './script/playing/scripted-scenario.ts'
import { script as checklist } from './scenarios/checklist.yaml'
import { script as cursorPlan } from './scenarios/cursor-plan.yaml'
import { script as dialects } from './scenarios/dialects.yaml'
import { script as failure } from './scenarios/failure.yaml'
import { fast } from './scenarios/fast.ts'
import { script as file } from './scenarios/file.yaml'
import { script as grokPlan } from './scenarios/grok-plan.yaml'
import { hostile } from './scenarios/hostile.ts'
import { script as login } from './scenarios/login.yaml'
import { script as many } from './scenarios/many.yaml'
import { script as markdown } from './scenarios/markdown.yaml'
import { script as noPlan } from './scenarios/no-plan.yaml'
import { script as permission } from './scenarios/permission.yaml'
import { script as proposal } from './scenarios/proposal.yaml'
import { script as proposedText } from './scenarios/proposed-text.yaml'
import { script as questions } from './scenarios/questions.yaml'
import { script as removal } from './scenarios/removal.yaml'
import { script as sessions } from './scenarios/sessions.yaml'
import { script as settings } from './scenarios/settings.yaml'
import { script as subagents } from './scenarios/subagents.yaml'
import { script as todoTool } from './scenarios/todo-tool.yaml'
import { script as tour } from './scenarios/tour.yaml'

/** The built-in scenarios. The first is the default. */
export const scenarios: readonly DemoScenario[] = [
  builtIn('tour', tour),
  builtIn('checklist', checklist),
  builtIn('markdown', markdown),
  builtIn('file', file),
  builtIn('many', many),
  builtIn('dialects', dialects),
  builtIn('fast', fast),
  builtIn('removal', removal),
  builtIn('permission', permission),
  builtIn('proposal', proposal),
  builtIn('proposed-text', proposedText),
  builtIn('cursor-plan', cursorPlan),
  builtIn('grok-plan', grokPlan),
  builtIn('todo-tool', todoTool),
  builtIn('subagents', subagents),
  builtIn('questions', questions),
  builtIn('sessions', sessions),
  builtIn('settings', settings),
  builtIn('login', login),
  builtIn('failure', failure),
  builtIn('no-plan', noPlan),
  builtIn('hostile', hostile),
]

/** The built-in scenario with exactly this name. */
export function findScenario(name: string): DemoScenario | undefined {
  return scenarios.find((scenario) => scenario.name === name)
}

function builtIn(name: string, script: Script): DemoScenario {
  return { ...scriptedScenario(name, script), hasPast: true }
}
