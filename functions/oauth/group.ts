import { decideOAuthConsent } from '@cairn/domain/oauth/decide-oauth-consent'
import { endOAuthGrant } from '@cairn/domain/oauth/end-oauth-grant'
import { getOAuthConsent } from '@cairn/domain/oauth/get-oauth-consent'
import { listOAuthGrants } from '@cairn/domain/oauth/list-oauth-grants'
import type { Runtime } from '@cairn/lambda'
import { createOAuthGroup } from '@cairn/lambda/oauth/oauth-group'

export const createGroup = (runtime: Runtime) =>
  createOAuthGroup(runtime, { getOAuthConsent, decideOAuthConsent, listOAuthGrants, endOAuthGrant })
