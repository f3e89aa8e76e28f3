import { canonicalEntry, type HistoryEntry } from '@cairn/contract/goals/history-chain'
import { describe, expect, test } from 'vitest'

describe('the canonical form', () => {
  const canonical = (entry: object) => canonicalEntry(entry as HistoryEntry)

  test('leaves out acknowledgements and hash at the top only', () => {
    expect(canonical({ hash: 'x', acknowledgements: [], fields: { hash: 'kept' } })).toBe(
      '{"fields":{"hash":"kept"}}',
    )
  })

  // RFC 8785, section 3.2.2: primitive values.
  test('of the example of RFC 8785 is that of RFC 8785', () => {
    const text =
      '{"numbers":[333333333.33333329,1E30,4.50,2e-3,0.000000000000000000000000001],"string":"\\u20ac$\\u000F\\u000aA\'\\u0042\\u0022\\u005c\\\\\\"\\/","literals":[null,true,false]}'
    expect(canonical(JSON.parse(text))).toBe(
      '{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],"string":"€$\\u000f\\nA\'B\\"\\\\\\\\\\"/"}',
    )
  })

  // RFC 8785, section 3.2.3: names in the order of their UTF-16 code units.
  test('sorts names as RFC 8785 does', () => {
    const names = ['\u20ac', '\r', '\ufb33', '1', '\u{1f600}', '\u0080', '\u00f6']
    const sorted = ['\r', '1', '\u0080', '\u00f6', '\u20ac', '\u{1f600}', '\ufb33']
    const object = Object.fromEntries(names.map((name) => [name, name]))
    expect(Object.keys(JSON.parse(canonical({ nested: object })).nested)).toHaveLength(7)
    const expected = sorted.map((name) => `${JSON.stringify(name)}:${JSON.stringify(name)}`)
    expect(canonical({ object })).toBe(`{"object":{${expected.join()}}}`)
  })

  // RFC 8785, appendix B, and the edges of measured values.
  test.each([
    ['0000000000000000', '0'],
    ['8000000000000000', '0'],
    ['0000000000000001', '5e-324'],
    ['7fefffffffffffff', '1.7976931348623157e+308'],
    ['4340000000000000', '9007199254740992'],
    ['4430000000000000', '295147905179352830000'],
    ['44b52d02c7e14af5', '9.999999999999997e+22'],
    ['44b52d02c7e14af6', '1e+23'],
    ['44b52d02c7e14af7', '1.0000000000000001e+23'],
    ['444b1ae4d6e2ef4e', '999999999999999700000'],
    ['444b1ae4d6e2ef50', '1e+21'],
    ['3eb0c6f7a0b5ed8c', '9.999999999999997e-7'],
    ['3eb0c6f7a0b5ed8d', '0.000001'],
    ['41b3de4355555553', '333333333.3333332'],
    ['becbf647612f3696', '-0.0000033333333333333333'],
    ['43143ff3c1cb0959', '1424953923781206.2'],
  ])('of the number %s is %s', (bits, text) => {
    const value = Buffer.from(bits, 'hex').readDoubleBE()
    expect(canonical({ value })).toBe(`{"value":${text}}`)
  })

  test('does not normalize Unicode', () => {
    expect(canonical({ summary: 'é' })).not.toBe(canonical({ summary: 'e\u0301' }))
  })

  test.each([Number.NaN, Number.POSITIVE_INFINITY])('does not exist for %d', (value) => {
    expect(() => canonical({ value })).toThrow()
  })
})
