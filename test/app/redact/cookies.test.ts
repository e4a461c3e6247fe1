import { describe, expect, test } from 'vitest'
import type { TraceRecord } from '../../../src/protocol/trace/trace-record.ts'
import { frame, onAnnasLaptop } from './stage.ts'

function lineOf(record: TraceRecord): string {
  return record.type === 'frame' ? record.line : ''
}

describe('the cookies of a field', () => {
  test.each([
    ['sid="Kq8vT2mZx91LbWe"', 'sid="xxxxxxxxxxxxxxx"'],
    ["sid='Kq8vT2 mZ;x91LbWe'; Path=/", "sid='xxxxxxxxxxxxxxxxx'; Path=/"],
    ['sid="Kq8vT2mZ"x91; theme=dark', 'sid=xxxxxxxxxxxxx; theme=xxxxxxxx'],
    ['sid="Kq8vT2mZx91LbWe; b=c', 'sid=xxxxxxxxxxxxxxxx; b=xxxxxxxx'],
    ['sid=""; Path="/"', 'sid=""; Path="/"'],
    ['Kq8vT2mZx91LbWe; a=b1c2d3', 'xxxxxxxxxxxxxxx; a=xxxxxxxx'],
    [' Kq8vT2; HttpOnly; Path=/', 'xxxxxxxx; HttpOnly; Path=/'],
    ['; a=b1c2d3; Secure', '; a=xxxxxxxx; Secure'],
    ['$SESSION; a=b1c2d3', '$SESSION; a=xxxxxxxx'],
  ])('%s', (cookie, masked) => {
    const redactor = onAnnasLaptop()
    const once = redactor.record(frame(0, { cookie }))
    expect(lineOf(once)).toBe(JSON.stringify({ cookie: masked }))
    expect(redactor.record(once)).toEqual(once)
    expect(onAnnasLaptop().record(once)).toEqual(once)
  })
})
