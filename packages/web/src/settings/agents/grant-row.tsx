import type { OAuthGrant } from '@cairn/contract/schemas/oauth'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useSession } from '../../accounts/session/session.ts'
import { personApi } from '../../data/api/client.ts'
import { isApiError } from '../../data/api/failures/failures.ts'
import { fill } from '../../language/fill.tsx'
import { Ago, Day } from '../../presentation/time/moment.tsx'
import { ProgramOrigin } from '../../programs/program-origin.tsx'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx'
import { toast } from '../../ui/toast.ts'
import { Row, ScopeList } from '../layout/rows.tsx'
import { grantsQuery } from './grants-query.ts'
import { texts } from './texts.ts'

/** A connected program, and a way to end its access. */
export function GrantRow({ grant }: { grant: OAuthGrant }) {
  const { organizations } = useSession()
  const queryClient = useQueryClient()
  const [isConfirming, setIsConfirming] = useState(false)
  const { program } = grant
  const organization = organizations.find(({ id }) => id === grant.organizationId)?.name

  async function end(): Promise<void> {
    try {
      await personApi.endOAuthGrant({ params: { grantId: grant.id } })
    } catch (error) {
      // It has ended already.
      if (!isApiError(error, 'oauth_grant_not_found')) throw error
    }
    await queryClient.invalidateQueries({ queryKey: grantsQuery.queryKey })
    toast.success(texts.disconnected)
  }

  return (
    <Row
      actions={
        <>
          <Button
            size="small"
            variant="quiet"
            aria-label={texts.disconnectOne(program.name)}
            onClick={() => setIsConfirming(true)}
          >
            {texts.disconnect}
          </Button>
          <ConfirmDialog
            open={isConfirming}
            onClose={() => setIsConfirming(false)}
            title={texts.question}
            action={texts.disconnect}
            onConfirm={end}
          >
            <p>
              {fill(texts.consequence, {
                name: (
                  <strong className="font-semibold text-ink wrap-anywhere">
                    <bdi>{program.name}</bdi>
                  </strong>
                ),
              })}
            </p>
          </ConfirmDialog>
        </>
      }
    >
      <p className="font-medium wrap-anywhere">
        <bdi>{program.name}</bdi>
      </p>
      <ProgramOrigin program={program} className="text-sm text-ink-soft" />
      <p className="text-sm text-ink-soft wrap-anywhere">
        {organization === undefined ? texts.leftOrganization : texts.inOrganization(organization)}
      </p>
      <p className="text-sm text-ink-faint">
        {fill(grant.lastUsedAt ? texts.used : texts.neverUsed, {
          used: grant.lastUsedAt && <Ago time={grant.lastUsedAt} />,
          since: <Day time={grant.createdAt} />,
          end: <Day time={grant.expiresAt} />,
        })}
      </p>
      <ScopeList scopes={grant.scopes} />
    </Row>
  )
}
