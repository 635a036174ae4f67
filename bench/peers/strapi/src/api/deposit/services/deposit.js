const { createCoreService } = require('@strapi/strapi').factories;

module.exports = createCoreService('api::deposit.deposit', ({ strapi }) => ({
  open(organizationId, terms) {
    return strapi.db.transaction(async () => {
      const deposit = await strapi.documents('api::deposit.deposit').create({
        data: { ...terms, organizationId, state: 'opening', step: 'awaiting_manager_signature' },
      });
      await strapi.documents('api::history-entry.history-entry').create({
        data: {
          depositId: deposit.documentId,
          actor: 'partner',
          event: 'opened',
          detail: { integration: 'custom' },
        },
      });
      await strapi.documents('api::job.job').create({
        data: {
          depositId: deposit.documentId,
          kind: 'mail',
          content: {
            mail: 'deposit_imported',
            to: terms.manager,
            facts: { externalContractId: terms.externalContractId, property: terms.property },
          },
          dueAt: new Date(),
        },
      });
      return deposit;
    });
  },

  async status(organizationId, externalContractId) {
    const deposit = await strapi.documents('api::deposit.deposit').findFirst({
      filters: { organizationId, externalContractId },
      fields: ['state', 'step'],
      populate: { tenants: { fields: ['type'] } },
    });
    return deposit && { state: deposit.state, step: deposit.step, tenants: deposit.tenants.length };
  },
}));
