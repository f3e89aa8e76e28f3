import { useState } from 'react'
import { useActiveOrganization } from '../../accounts/session/session.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialogs/dialog.tsx'
import { OrganizationLinks } from './organization-links.tsx'
import { texts } from './texts.ts'

/**
 * Says that the membership ended while the page was open. The page stays, so that the person can copy what they typed. It
 * never switches to another organization by itself.
 */
export function MembershipEndedDialog() {
  const { name } = useActiveOrganization()
  const [isRead, setIsRead] = useState(false)
  return (
    <Dialog
      open={!isRead}
      onOpenChange={() => setIsRead(true)}
      title={texts.ended.title(name)}
      description={texts.ended.text}
    >
      <OrganizationLinks />
      <DialogActions>
        <Button onClick={() => setIsRead(true)}>{texts.ended.stay}</Button>
      </DialogActions>
    </Dialog>
  )
}
