import { needString, type PlanReading } from './plan-reading.ts'

/** A document at a URI. */
export interface FileContent {
  readonly type: 'file'
  readonly uri: string
}

export const file: PlanReading<FileContent> = {
  read(plan, problems) {
    const uri = needString(plan, 'uri', problems)
    return uri === null ? null : { type: 'file', uri }
  },
  fits: (plan) => typeof plan['uri'] === 'string',
}
