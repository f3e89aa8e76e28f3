import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { ConfigurationError } from '../../configuration/settings.ts'
import { signingAlgorithms } from './algorithms.ts'
import { limitAttempts, limitedFetch } from './limited-fetch.ts'

describe('the algorithms of an issuer', () => {
  test.each<[string | undefined, string[]]>([
    [undefined, ['RS256', 'ES256', 'EdDSA']],
    ['PS512', ['PS512']],
    ['RS256 , ES384', ['RS256', 'ES384']],
  ])('%j are %j', (text, algorithms) => {
    expect(signingAlgorithms({ ALGORITHMS: text }, 'ALGORITHMS')).toEqual(algorithms)
  })

  test.each(['none', 'HS256', 'RS256,HS256', 'RS256,', 'rs256', 'RS256;ES256'])('are never %j', (text) => {
    const read = () => signingAlgorithms({ ALGORITHMS: text }, 'ALGORITHMS')
    expect(read).toThrow(ConfigurationError)
    expect(read).toThrow(/^ALGORITHMS must be a list of RS256, .*, Ed25519\.$/)
  })
})

describe('a failing issuer', () => {
  beforeEach(() => {
    vi.useFakeTimers({ now: new Date('2026-11-20T10:00:00.000Z') })
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  test('is asked at most five times in ten seconds, and every failure is temporary', async () => {
    let count = 0
    const ask = limitAttempts(async () => {
      count++
      throw new Error('down')
    })
    for (let attempt = 1; attempt <= 7; attempt++) {
      await expect(ask()).rejects.toMatchObject({ code: 'unavailable' })
    }
    expect(count).toBe(5)
    vi.advanceTimersByTime(9_999)
    await expect(ask()).rejects.toMatchObject({ cause: new Error('Fetching has failed too often recently.') })
    expect(count).toBe(5)
    vi.advanceTimersByTime(1)
    await expect(ask()).rejects.toMatchObject({ cause: new Error('down') })
    expect(count).toBe(6)
  })

  test('gets what is asked, and its response is passed on', async () => {
    const ask = limitAttempts(async (left: number, right: number) => left + right)
    expect(await ask(1, 2)).toBe(3)
  })
})

describe('a response of an issuer', () => {
  afterEach(() => {
    vi.unstubAllGlobals()
  })
  const respond = (response: Response) => {
    const asked = vi.fn(async () => response)
    vi.stubGlobal('fetch', asked)
    return asked
  }

  test('is read whole, and a redirect is not followed', async () => {
    const asked = respond(new Response('{}', { status: 201, headers: { 'x-test': 'kept' } }))
    const response = await limitedFetch('https://issuer.test/', {
      headers: { accept: 'a' },
      redirect: 'follow',
    })
    expect([response.status, response.headers.get('x-test'), await response.text()]).toEqual([
      201,
      'kept',
      '{}',
    ])
    expect(asked).toHaveBeenCalledWith('https://issuer.test/', {
      headers: { accept: 'a' },
      redirect: 'manual',
    })
  })

  test('may have no body', async () => {
    respond(new Response(null, { status: 204 }))
    const response = await limitedFetch('https://issuer.test/', {})
    expect([response.status, response.body]).toEqual([204, null])
  })

  test.each([
    [512 * 1024, true],
    [512 * 1024 + 1, false],
  ])('of %i bytes is taken: %s', async (size, isTaken) => {
    respond(new Response('x'.repeat(size)))
    const read = limitedFetch('https://issuer.test/', {})
    if (isTaken) expect(await (await read).text()).toHaveLength(size)
    else await expect(read).rejects.toThrow('The response of the issuer is too large.')
  })
})
