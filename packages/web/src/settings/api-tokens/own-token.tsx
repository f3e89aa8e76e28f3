import type { ApiToken } from '@cairn/contract/schemas/api-tokens'
import { useState } from 'react'
import { api } from '../../data/api/client.ts'
import { Button } from '../../ui/button.tsx'
import type { Issued } from './issued-secret.tsx'
import { RevokeToken } from './revoke-token.tsx'
import { RotateTokenDialog } from './rotate-token-dialog.tsx'
import { texts } from './texts.ts'
import { TokenItem } from './token-item.tsx'

type OwnTokenProps = {
  token: ApiToken
  onRotated: (issued: Issued) => Promise<void>
  onRevoked: () => Promise<void>
}

/** A token of the person, with what they can do with it. */
export function OwnToken({ token, onRotated, onRevoked }: OwnTokenProps) {
  const [isRotating, setIsRotating] = useState(false)
  return (
    <TokenItem
      token={token}
      actions={
        <>
          <Button
            size="small"
            variant="quiet"
            aria-label={texts.rotate.one(token.name)}
            onClick={() => setIsRotating(true)}
          >
            {texts.rotate.name}
          </Button>
          <RotateTokenDialog
            token={token}
            open={isRotating}
            onClose={() => setIsRotating(false)}
            onRotated={async (response) => {
              setIsRotating(false)
              await onRotated(response)
            }}
          />
          <RevokeToken
            name={token.name}
            send={() => api.revokeApiToken({ params: { tokenId: token.id } })}
            onRevoked={onRevoked}
          />
        </>
      }
    />
  )
}
