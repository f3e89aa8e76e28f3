import { describeRedirect } from './support/describe-redirect.ts'

await describeRedirect('/v1/auth/callback', '/home')
