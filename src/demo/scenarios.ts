import type { DemoScenario } from './scenario.ts'
import { checklistScenario } from './scenarios/checklist.ts'
import { dialectsScenario } from './scenarios/dialects.ts'
import { failureScenario } from './scenarios/failure.ts'
import { fastScenario } from './scenarios/fast.ts'
import { fileScenario } from './scenarios/file.ts'
import { hostileScenario } from './scenarios/hostile.ts'
import { manyScenario } from './scenarios/many.ts'
import { markdownScenario } from './scenarios/markdown.ts'
import { noPlanScenario } from './scenarios/no-plan.ts'
import { permissionScenario } from './scenarios/permission.ts'
import { removalScenario } from './scenarios/removal.ts'
import { tourScenario } from './scenarios/tour.ts'

/** Every scenario of the demo agent, the one that is played when none is named first. */
export const scenarios: readonly DemoScenario[] = [
  tourScenario,
  checklistScenario,
  markdownScenario,
  fileScenario,
  manyScenario,
  dialectsScenario,
  fastScenario,
  removalScenario,
  permissionScenario,
  failureScenario,
  noPlanScenario,
  hostileScenario,
]

/** The scenario with exactly this name. */
export function findScenario(name: string): DemoScenario | undefined {
  return scenarios.find((scenario) => scenario.name === name)
}
