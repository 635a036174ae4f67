const { createCoreController } = require('@strapi/strapi').factories;

const UNIQUE_VIOLATION = '23505';

module.exports = createCoreController('api::deposit.deposit', ({ strapi }) => ({
  async open(ctx) {
    try {
      const deposit = await strapi.service('api::deposit.deposit').open(ctx.get('x-org-id'), ctx.request.body);
      return { success: true, id: deposit.documentId };
    } catch (error) {
      if (error.code !== UNIQUE_VIOLATION) throw error;
      return ctx.conflict('the contract already has a deposit');
    }
  },

  async status(ctx) {
    const found = await strapi
      .service('api::deposit.deposit')
      .status(ctx.get('x-org-id'), ctx.params.externalContractId);
    if (found === null) return ctx.notFound('unknown contract');
    return { success: true, ...found };
  },
}));
