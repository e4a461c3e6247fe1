import { hostname } from 'node:os'
import type { Surroundings } from '../../app/redact/redact-config.ts'
import { homeFolder, userName } from '../../system/user-environment.ts'

/** What this machine is called, and who uses it, as far as the system knows. `folders`: those that are worked in. */
export function surroundingsHere(folders: readonly string[]): Surroundings {
  return {
    homes: [homeFolder()].filter(isTold),
    workingDirectories: folders,
    users: [userName()].filter(isTold),
    hosts: [hostname()].filter(isTold),
  }
}

function isTold(name: string | null): name is string {
  return name !== null && name !== ''
}
