import { hostname } from 'node:os'
import type { Surroundings } from '../../app/redact/redact-config.ts'
import { homeFolder, userName } from '../../system/user-environment.ts'

/** The names of this machine and its user, as the system knows them. `folders`: the working folders. */
export function surroundingsHere(folders: readonly string[]): Surroundings {
  return {
    homes: [homeFolder()].filter(isKnown),
    workingDirectories: folders,
    users: [userName()].filter(isKnown),
    hosts: [hostname()].filter(isKnown),
  }
}

function isKnown(name: string | null): name is string {
  return name !== null && name !== ''
}
