import { oc } from '@orpc/contract';
import { implement } from '@orpc/server';
import { describe, expect, it } from 'vitest';
import { router } from '#app/router.ts';
import { accessOf, checkAccess, mayCall } from '#platform/api/access.ts';
import type { Actor } from '#platform/api/context.ts';
import type { Access } from '#shared/contract.ts';
import { AppError } from '#shared/errors.ts';
import { endpoints, endpointsOf } from './support/contract-walk.ts';

const actors: Readonly<Record<string, Actor>> = {
  visitor: { role: 'visitor' },
  member: { role: 'member', userId: 'm', email: 'member@site.example', sessionId: 's' },
  author: { role: 'author', userId: 'a', email: 'author@site.example', sessionId: 's' },
  owner: { role: 'owner', userId: 'o', email: 'owner@site.example', sessionId: 's' },
};

/** Who may call what, written a second time: an endpoint is added here knowingly. */
const accessOfEach: Readonly<Record<string, Access>> = {
  'accounts.checkSetUp': 'everyone',
  'accounts.setUp': 'everyone',
  'accounts.register': 'everyone',
  'accounts.checkRegistration': 'everyone',
  'accounts.confirmRegistration': 'everyone',
  'accounts.login': 'everyone',
  'accounts.logout': 'everyone',
  'accounts.session': 'everyone',
  'accounts.refreshSession': 'member',
  'passwordResets.request': 'everyone',
  'passwordResets.waiting': 'everyone',
  'passwordResets.resend': 'everyone',
  'passwordResets.verify': 'everyone',
  'passwordResets.resetPassword': 'everyone',
  'identities.providers': 'everyone',
  'identities.mine': 'member',
  'identities.remove': 'member',
  'accounts.proveIdentity': 'member',
  'twoSteps.status': 'member',
  'twoSteps.begin': 'member',
  'twoSteps.confirm': 'member',
  'twoSteps.renewCodes': 'member',
  'twoSteps.turnOff': 'member',
  'twoSteps.pending': 'everyone',
  'twoSteps.finishSignIn': 'everyone',
  'passkeys.list': 'member',
  'passkeys.registrationOptions': 'member',
  'passkeys.register': 'member',
  'passkeys.rename': 'member',
  'passkeys.remove': 'member',
  'passkeys.signInOptions': 'everyone',
  'passkeys.signIn': 'everyone',
  'profiles.mine': 'member',
  'people.list': 'owner',
  'people.export': 'owner',
  // Members about themselves only.
  'people.byEmail': 'member',
  'people.changeRole': 'owner',
  'people.disable': 'owner',
  'people.enable': 'owner',
  'people.signOut': 'owner',
  'profiles.rename': 'member',
  'profiles.deleteAccount': 'member',
  'profiles.setAvatar': 'member',
  'profiles.removeAvatar': 'member',
  'profiles.requestAddressChange': 'member',
  'profiles.cancelAddressChange': 'member',
  'profiles.checkNewAddress': 'everyone',
  'profiles.confirmNewAddress': 'everyone',
  'profiles.changePassword': 'member',
  'profiles.exportData': 'member',
  'profiles.devices': 'member',
  'profiles.endDevice': 'member',
  'profiles.endOtherDevices': 'member',
  'profiles.logoutEverywhere': 'member',
  'securityEvents.list': 'owner',
  'settings.passwordRules': 'everyone',
  'settings.read': 'owner',
  'settings.save': 'owner',
  'settings.choices': 'owner',
  'settings.newPrices': 'member',
  'settings.sampleContent': 'owner',
  'settings.loadSampleContent': 'owner',
  'settings.removeSampleContent': 'owner',
  'site.layout': 'everyone',
  'site.about': 'everyone',
  'site.legal': 'everyone',
  'site.documents': 'owner',
  'site.readDocument': 'owner',
  'site.saveDocument': 'owner',
  'catalog.pricing': 'everyone',
  'catalog.offers': 'owner',
  'catalog.addOffer': 'owner',
  'catalog.offer': 'owner',
  'catalog.saveOffer': 'owner',
  'catalog.changeOffer': 'owner',
  'catalog.removeOffer': 'owner',
  'catalog.saveOfferOrder': 'owner',
  'catalog.terms': 'owner',
  'catalog.saveTerms': 'owner',
  // By a secret name.
  'orders.keepDraft': 'everyone',
  'orders.draft': 'everyone',
  'orders.offer': 'everyone',
  'orders.place': 'everyone',
  'orders.list': 'member',
  'orders.export': 'member',
  // By a secret link, or by its client and the owner.
  'orders.get': 'everyone',
  'orders.move': 'everyone',
  'orders.write': 'everyone',
  'orders.supply': 'everyone',
  'orders.chooseInstallments': 'everyone',
  'orders.requestRevision': 'everyone',
  'orders.quoteChange': 'everyone',
  'orders.answerChange': 'everyone',
  'orders.refuseUrgency': 'everyone',
  'orders.settleLateFee': 'everyone',
  'orders.renewLink': 'everyone',
  'orders.addFile': 'everyone',
  'orders.removeFile': 'everyone',
  // By a secret link.
  'billing.document': 'everyone',
  'billing.list': 'owner',
  'billing.export': 'owner',
  'billing.clients': 'owner',
  'billing.statement': 'owner',
  'billing.statementFile': 'owner',
  'billing.settings': 'owner',
  'billing.saveSettings': 'owner',
  'blog.list': 'everyone',
  'blog.byId': 'everyone',
  'blog.bySlug': 'everyone',
  'blog.topics': 'everyone',
  'blog.mine': 'member',
  'blog.draft': 'member',
  'blog.create': 'member',
  'blog.update': 'member',
  'blog.move': 'member',
  'blog.remove': 'member',
  'blog.restore': 'member',
  'blog.revisions': 'member',
  'blog.revision': 'member',
  'blog.restoreRevision': 'member',
  'blog.sharePreview': 'member',
  'blog.endPreview': 'member',
  'blog.setCommenting': 'member',
  'blog.ownPreview': 'member',
  // By a secret link.
  'blog.preview': 'everyone',
  'projects.list': 'everyone',
  'projects.byId': 'everyone',
  'projects.topics': 'everyone',
  'search.find': 'everyone',
  // Members about their own files only.
  'media.pictures': 'member',
  'media.picture': 'member',
  'media.uploadPicture': 'member',
  'media.changePicture': 'member',
  'media.removePicture': 'member',
  'media.quota': 'member',
  'media.documents': 'member',
  'media.uploadDocument': 'member',
  'media.removeDocument': 'member',
  'projects.mine': 'member',
  'projects.draft': 'member',
  'projects.create': 'member',
  'projects.update': 'member',
  'projects.move': 'member',
  'projects.remove': 'member',
  'projects.restore': 'member',
  'projects.revisions': 'member',
  'projects.revision': 'member',
  'projects.restoreRevision': 'member',
  'projects.sharePreview': 'member',
  'projects.endPreview': 'member',
  'projects.setCommenting': 'member',
  'projects.ownPreview': 'member',
  'projects.order': 'owner',
  'projects.saveOrder': 'owner',
  // By a secret link.
  'projects.preview': 'everyone',
  'comments.ofPost': 'everyone',
  'comments.about': 'everyone',
  'comments.ofProject': 'everyone',
  'comments.review': 'member',
  'comments.commentOnProject': 'member',
  'comments.mine': 'member',
  'comments.edit': 'member',
  'comments.remove': 'member',
  'comments.report': 'member',
  'comments.list': 'owner',
  'comments.moderate': 'owner',
  'comments.waiting': 'owner',
  'comments.mailSettings': 'member',
  'comments.saveMailSettings': 'member',
  'likes.ofPost': 'everyone',
  'likes.likePost': 'everyone',
  'likes.unlikePost': 'everyone',
  'likes.ofProject': 'everyone',
  'likes.likeProject': 'everyone',
  'likes.unlikeProject': 'everyone',
  'overview.setUp': 'owner',
  'overview.recent': 'member',
  'transfers.list': 'owner',
  'transfers.upload': 'owner',
  'transfers.preview': 'owner',
  'transfers.run': 'owner',
  'transfers.discard': 'owner',
  'mail.list': 'owner',
  'mail.byId': 'owner',
  'mail.resend': 'owner',
  'mail.delivery': 'owner',
  // On a local site only; elsewhere they answer 404.
  'mail.developerList': 'everyone',
  'mail.developerById': 'everyone',
};

/** Which roles each access lets in. */
const letsIn: Readonly<Record<Access, readonly string[]>> = {
  everyone: ['visitor', 'member', 'author', 'owner'],
  member: ['member', 'author', 'owner'],
  owner: ['owner'],
};

describe('access', () => {
  it('is written down for every endpoint of the contract, as expected here', () => {
    expect(Object.fromEntries(endpoints.map(({ name, procedure }) => [name, accessOf(procedure)]))).toEqual(
      accessOfEach,
    );
  });

  it('is the same in the handlers: each endpoint has one, and there is none beside the contract', () => {
    const handled = endpointsOf(router);
    expect(handled.map(({ name }) => name).toSorted()).toEqual(endpoints.map(({ name }) => name).toSorted());
    for (const { name, procedure } of handled) expect(accessOf(procedure), name).toBe(accessOfEach[name]);
  });

  it.each(Object.entries(actors))('lets a %s in where written, and nowhere else', (role, actor) => {
    for (const { name, procedure } of endpointsOf(router)) {
      const allowed = letsIn[accessOfEach[name] as Access].includes(role);
      if (allowed) expect(() => checkAccess(actor, procedure), name).not.toThrow();
      else expect(() => checkAccess(actor, procedure), name).toThrow(AppError);
    }
  });

  it.each(Object.entries(letsIn) as [Access, readonly string[]][])('%s lets in exactly %j', (access, roles) => {
    for (const [role, actor] of Object.entries(actors)) expect(mayCall(actor, access), role).toBe(roles.includes(role));
  });

  it('that is not written down is refused to all, the owner too', () => {
    const forgotten = implement(oc.route({ method: 'GET', path: '/forgotten' })).handler(() => ({}));
    expect(accessOf(forgotten)).toBeUndefined();
    for (const [role, actor] of Object.entries(actors)) {
      expect(mayCall(actor, undefined), role).toBe(false);
      expect(() => checkAccess(actor, forgotten), role).toThrow(expect.objectContaining({ code: 'FORBIDDEN' }));
    }
  });

  it('asks a visitor to sign in, and tells a member no', () => {
    const ownersOnly = implement(oc.$meta<{ access?: Access }>({}).meta({ access: 'owner' })).handler(() => ({}));
    const refusal = (actor: Actor) => {
      try {
        checkAccess(actor, ownersOnly);
      } catch (error) {
        return error instanceof AppError ? error.code : error;
      }
      return 'let in';
    };
    expect(Object.values(actors).map(refusal)).toEqual(['UNAUTHORIZED', 'FORBIDDEN', 'FORBIDDEN', 'let in']);
  });
});

describe('the contract', () => {
  it('has a method, an address of its own, a tag and a summary for every endpoint', () => {
    expect(new Set(endpoints.map(({ method, path }) => `${method} ${path}`)).size).toBe(endpoints.length);
    for (const { name, method, path, procedure } of endpoints) {
      expect(method, name).toMatch(/^(GET|POST|PUT|PATCH|DELETE)$/);
      expect(path, name).toMatch(/^\/[a-z{]/);
      expect(procedure['~orpc'].route.summary, name).toMatch(/\S/);
      expect(procedure['~orpc'].route.tags, name).toHaveLength(1);
    }
  });

  it('keeps the specification’s names (point 7) for what exists of them', () => {
    const addresses = endpoints.map(({ method, path }) => `${method} ${path}`);
    expect(addresses).toEqual(
      expect.arrayContaining([
        'POST /register',
        'POST /login',
        'POST /logout',
        'GET /user/{email}',
        'GET /profile',
        'POST /reset-password',
        'GET /users',
        'GET /blogs',
        'GET /blogs/{id}',
        'POST /blogs',
        'PUT /blogs/{blogId}',
        'DELETE /blogs/{id}',
        'POST /blogs/{id}/review',
        'GET /projects',
        'GET /projects/{id}',
        'POST /projects',
        'PUT /projects/{id}',
        'DELETE /projects/{id}',
      ]),
    );
  });
});
