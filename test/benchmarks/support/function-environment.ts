import { localTable } from './in-process.ts'

/** The environment of a deployed function, as far as its code uses it. */
export const functionEnvironment = {
  NODE_ENV: 'production',
  TABLE_NAME: localTable.tableName,
  AWS_REGION: localTable.region,
  AWS_ACCESS_KEY_ID: localTable.credentials.accessKeyId,
  AWS_SECRET_ACCESS_KEY: localTable.credentials.secretAccessKey,
  WEB_ORIGIN: 'https://cairn.test',
  CURSOR_SECRET: 'c'.repeat(64),
  EMAIL_DELIVERY: 'off',
  RATE_LIMITS: 'off',
}
