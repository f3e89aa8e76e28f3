import { describe, expect, it } from 'vitest'
import { readSettings } from './settings.ts'

describe('readSettings', () => {
  it('has a default for every setting that is missing or empty', () => {
    const defaults = {
      port: 3000,
      host: undefined,
      dataDirectory: '.data',
      endpoint: undefined,
      tableName: 'cairn',
      region: 'us-east-1',
      credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
    }
    expect(readSettings({})).toEqual(defaults)
    expect(readSettings({ PORT: '', HOST: '', DATA_DIR: '', DYNAMODB_ENDPOINT: '' })).toEqual(defaults)
  })

  it('does not pass real credentials to the embedded database', () => {
    const own = { AWS_ACCESS_KEY_ID: 'id', AWS_SECRET_ACCESS_KEY: 'secret' }
    expect(readSettings(own).credentials).toEqual({ accessKeyId: 'local', secretAccessKey: 'local' })
    const endpoint = { DYNAMODB_ENDPOINT: 'https://dynamodb.eu-west-1.amazonaws.com' }
    expect(readSettings({ ...own, ...endpoint }).credentials).toBeUndefined()
  })

  it('uses the region and credentials of AWS for an AWS endpoint', () => {
    const endpoint = { DYNAMODB_ENDPOINT: 'https://dynamodb.eu-west-1.amazonaws.com' }
    expect(readSettings({ ...endpoint, AWS_PROFILE: 'production' })).toMatchObject({
      region: 'eu-west-1',
      credentials: undefined,
    })
    const localEndpoint = { DYNAMODB_ENDPOINT: 'http://localhost:8000' }
    expect(
      readSettings({ ...localEndpoint, AWS_PROFILE: 'production', AWS_REGION: 'eu-west-1' }),
    ).toMatchObject({
      region: 'eu-west-1',
      credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
    })
  })

  it.each([
    [{ PORT: '65536' }, 'PORT'],
    [{ PORT: '-1' }, 'PORT'],
    [{ PORT: '3000x' }, 'PORT'],
    [{ PORT: '0x10' }, 'PORT'],
    [{ DYNAMODB_ENDPOINT: 'localhost:8000' }, 'DYNAMODB_ENDPOINT'],
    [{ DYNAMODB_ENDPOINT: 'nothing' }, 'DYNAMODB_ENDPOINT'],
  ])('names the setting in %j', (environment, name) => {
    expect(() => readSettings(environment)).toThrow(new RegExp(`^${name} must be .*$`))
  })
})
