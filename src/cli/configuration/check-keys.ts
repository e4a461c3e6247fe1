import { findJsonKeyPosition, findJsonPosition, positionIn } from '../../lib/json/json-fault.ts'
import type { UsageError } from '../../lib/text/usage-error.ts'
import type { OwnKeys } from '../../ui/keys/key-map.ts'
import { readOwnKeys } from '../../ui/keys/own-keys.ts'
import type { WrittenValue } from './check-config.ts'

/** Reads the own keys of a configuration file. Faults name line and column. Loaded only for a file that has some. */
export function checkKeys({ value, file, text }: WrittenValue): {
  readonly keys: OwnKeys
  readonly faults: readonly UsageError[]
} {
  const { keys, faults } = readOwnKeys(value)
  return {
    keys,
    faults: faults.map(({ path, text: words, hint }) => {
      const place =
        path.length === 1 && !words.endsWith('wrong value') ? findJsonKeyPosition : findJsonPosition
      return { message: `${positionIn(file, place(text, ['keys', ...path]))} ${words}`, hint }
    }),
  }
}
