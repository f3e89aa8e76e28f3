import { describeRedirect } from './support/describe-redirect.ts'

await describeRedirect('/v1/auth/login', '/sign-in')
