import { decideOAuthConsent } from '@cairn/domain/programs/oauth/decide-oauth-consent'
import { decideOAuthDevice } from '@cairn/domain/programs/oauth/device/decide-oauth-device'
import { previewOAuthDevice } from '@cairn/domain/programs/oauth/device/preview-oauth-device'
import { endOAuthGrant } from '@cairn/domain/programs/oauth/end-oauth-grant'
import { getOAuthConsent } from '@cairn/domain/programs/oauth/get-oauth-consent'
import { listOAuthGrants } from '@cairn/domain/programs/oauth/list-oauth-grants'
import type { Runtime } from '@cairn/lambda'
import { createOAuthGroup } from '@cairn/lambda/oauth/oauth-group'

export const createGroup = (runtime: Runtime) =>
  createOAuthGroup(runtime, {
    getOAuthConsent,
    decideOAuthConsent,
    previewOAuthDevice,
    decideOAuthDevice,
    listOAuthGrants,
    endOAuthGrant,
  })
