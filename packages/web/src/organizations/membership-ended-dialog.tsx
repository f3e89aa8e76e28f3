import { useState } from 'react'
import { useActiveOrganization } from '../session/session.ts'
import { Button } from '../ui/button.tsx'
import { Dialog, DialogActions } from '../ui/dialogs/dialog.tsx'
import { OrganizationLinks } from './organization-links.tsx'

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
      title={`You are no longer a member of ${name}`}
      description="You can no longer change anything here. What you typed is still on the page: copy what you need, or open another organization."
    >
      <OrganizationLinks />
      <DialogActions>
        <Button onClick={() => setIsRead(true)}>Stay on this page</Button>
      </DialogActions>
    </Dialog>
  )
}
