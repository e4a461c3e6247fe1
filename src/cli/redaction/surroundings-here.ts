import { homedir, hostname, userInfo } from 'node:os'
import type { Surroundings } from '../../app/redact/redact-config.ts'

/** What this machine is called, and who uses it, as far as the system knows. `folders`: those that are worked in. */
export function surroundingsHere(folders: readonly string[]): Surroundings {
  return {
    homes: [homedir()].filter(isTold),
    workingDirectories: folders,
    users: [userName()].filter(isTold),
    hosts: [hostname()].filter(isTold),
  }
}

function userName(): string {
  try {
    return userInfo().username
  } catch {
    // Nobody by that number, as in containers.
    return ''
  }
}

function isTold(name: string): boolean {
  return name !== ''
}
