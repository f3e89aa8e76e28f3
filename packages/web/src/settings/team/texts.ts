import { catalog } from '../../language/catalog.ts'

export const texts = catalog('settings/team', {
  handOver: {
    title: (name: string) => `Hand ${name} over?`,
    text: 'The new owner can do everything that you can do now. You become an admin. You cannot undo this yourself: only the new owner can give it back.',
    done: (name: string) => `${name} is now the owner. You are an admin.`,
    newOwner: 'New owner',
    choose: 'Choose a member',
    password: 'Your password',
    wrong: 'The password is not right. Nothing was changed.',
    action: 'Hand over',
    form: {
      userId: {
        name: 'new owner',
        missing: 'Choose the new owner.',
        invalid: 'Choose the new owner.',
      },
      password: {
        name: 'password',
        missing: 'Enter your password.',
      },
    },
  },
  invitations: {
    title: 'Invitations',
    loading: 'Loading invitations',
    none: 'No pending invitations.',
    pending: 'Pending invitations',
    revoked: 'Invitation revoked. Its link no longer works.',
    invitedAs: (role: string) => `${role} · invitation expires {day}`,
    bounced: 'The email could not be delivered on {day}. Check the address, or send the link yourself.',
    sendAgain: 'Send again{to}',
    sendAgainTo: (email: string) => ` to ${email}`,
    revoke: 'Revoke{whose}',
    revokeOf: (email: string) => ` the invitation to ${email}`,
    question: 'Revoke this invitation?',
    action: 'Revoke invitation',
    consequence: 'The link sent to {email} will stop working. You can invite this address again.',
  },
  invite: {
    form: {
      role: {
        name: 'role',
        missing: 'Choose a role.',
        invalid: 'Choose a role.',
      },
    },
    email: 'Email address',
    hint: 'Paste several to invite them together.',
    notAddresses: (words: readonly string[]) =>
      words.length === 1
        ? `“${words[0]}” is not an email address.`
        : `Not email addresses: ${words.join(', ')}`,
    refused: 'These people were not invited:',
    role: 'Role',
    action: 'Invite',
  },
  issued: {
    sent: (emails: readonly string[]) =>
      emails.length === 1
        ? `Invitation sent to ${emails[0]}. You can also share this link yourself. It is not shown again.`
        : `${emails.length} invitations sent. You can also share these links yourself. They are not shown again.`,
    notSent: (emails: readonly string[]) =>
      emails.length === 1
        ? `No email could be sent to ${emails[0]}. Share this link yourself. It is not shown again.`
        : `No emails could be sent to ${emails.length} people. Share these links yourself. They are not shown again.`,
    link: 'Invitation link',
    linkFor: (email: string) => `Invitation link for ${email}`,
  },
  actions: {
    handOver: {
      name: 'Hand over',
      label: (_member: string): string => 'Hand over the organization',
    },
    leave: {
      name: 'Leave',
      label: (_member: string): string => 'Leave the organization',
    },
    remove: {
      name: 'Remove',
      label: (member: string) => `Remove ${member}`,
    },
  },
  title: 'Members',
  intro: (organization: string) => `The members of ${organization} and their roles.`,
  loading: 'Loading members',
  powers:
    'Members can change their own goals. Admins can change every goal, invite people, and change roles. The owner can hand the organization over. When an admin becomes a member, pending invitations they sent stop working.',
  you: '(you)',
  roleOf: (name: string) => `Role of ${name}`,
  roleChange: {
    toAdmin: {
      action: 'Make admin',
      title: (name: string) => `Make ${name} an admin?`,
      text: (name: string) =>
        `${name} will be able to change and delete every goal, rename the organization, invite people, and change roles.`,
      done: (name: string) => `${name} is now an admin.`,
    },
    mine: {
      title: 'Give up your admin role?',
      text: 'You will no longer be able to change other people’s goals, rename the organization, invite people, or change roles. Invitations you sent stop working.',
      warning: 'You cannot undo this yourself. Only the owner or another admin can make you an admin again.',
      action: 'Give up admin role',
      done: 'You are now a member.',
    },
    toMember: {
      title: (name: string) => `Make ${name} a member?`,
      text: (name: string) =>
        `${name} will no longer be able to change other people’s goals, rename the organization, invite people, or change roles. Invitations they sent stop working.`,
      action: 'Make member',
      done: (name: string) => `${name} is now a member.`,
    },
  },
  leave: {
    title: (organization: string) => `Leave ${organization}?`,
    text: 'You lose access at once, in every browser and with every API token and connected program. Webhooks you created are paused, and invitations you sent stop working. What you wrote stays.',
    warning: 'You cannot undo this yourself. Only the owner or an admin can invite you again.',
    action: 'Leave organization',
    done: (organization: string) => `You left ${organization}.`,
  },
  remove: {
    title: (name: string) => `Remove ${name}?`,
    text: (name: string, organization: string) =>
      `${name} loses access to ${organization} at once, in every browser and with every API token and connected program. Webhooks they created are paused, and invitations they sent stop working. What they wrote stays.`,
    action: 'Remove member',
    done: (name: string) => `${name} was removed.`,
  },
  goals: {
    moreThan: (count: string) => `more than ${count}`,
    iOwn: (isOne: boolean, count: string) => `You own ${isOne ? 'one goal' : `${count} goals`}.`,
    theyOwn: (name: string, isOne: boolean, count: string) =>
      `${name} owns ${isOne ? 'one goal' : `${count} goals`}.`,
    whoGetsMine: (isOne: boolean) => `Who gets your ${isOne ? 'goal' : 'goals'}?`,
    whoGetsTheirs: (isOne: boolean) => `Who gets their ${isOne ? 'goal' : 'goals'}?`,
    doneWithGoals: (done: string) => `${done} Their goals change hands within a few minutes.`,
    hint: 'Goals change hands within a few minutes, each with an entry in its history.',
    nobody: 'Nobody',
  },
  itIsYou: (name: string) => `${name} (you)`,
  cancel: 'Cancel',
})
