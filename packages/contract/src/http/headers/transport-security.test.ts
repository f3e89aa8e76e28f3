import { describe, expect, it } from 'vitest'
import { isApex, strictTransportSecurity } from './transport-security.ts'

describe('isApex', () => {
  it.each([
    ['example.com', true],
    ['example.co.uk', true],
    ['example.org.au', true],
    ['localhost', true],
    ['cairn.example.com', false],
    ['co.example.com', false],
    ['cairn.com.example', false],
    ['cairn.example.co.uk', false],
  ])('%s: %s', (host, expected) => {
    expect(isApex(host)).toBe(expected)
  })
})

describe('strictTransportSecurity', () => {
  it.each([
    ['https://example.com', 'max-age=63072000'],
    ['https://example.com:8443', 'max-age=63072000'],
    ['https://cairn.example.com', 'max-age=63072000; includeSubDomains'],
    [undefined, 'max-age=63072000'],
  ])('of %s is %s', (origin, expected) => {
    expect(strictTransportSecurity(origin)).toBe(expected)
  })
})
